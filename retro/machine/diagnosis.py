"""The texts of errors on the machine's screen: BASIC's message, and details for errors in Python."""

from collections.abc import Callable

from retro.basic.errors import BasicError, error_message


def message_and_detail(error: BaseException, machine: type) -> tuple[str, str]:
    """Return BASIC's message for an error, and what was expected or empty. machine: the class Machine."""
    if isinstance(error, BasicError):
        return error.message, error.detail
    if isinstance(error, AttributeError) and isinstance(error.obj, machine):
        return "Mistake", f"m.{error.name}: {_suggestion(error.name or '', machine)}"
    call, _, reason = str(error).partition("() ")
    owner, _, name = call.partition(".")
    if isinstance(error, TypeError) and owner == machine.__name__ and hasattr(machine, name):
        message = "Missing ," if reason.startswith("missing") else "Syntax error"
        reason = "too many arguments given" if reason.startswith("takes") else reason
        return message, f"{_usage(getattr(machine, name))}: {reason}"
    return error_message(error), ""


def _suggestion(name: str, machine: type) -> str:
    """Return a sentence that suggests the statement most similar to a misspelt one."""
    from difflib import get_close_matches

    names = [known for known in dir(machine) if not known.startswith("_")]
    close = get_close_matches(name, names, 1)
    return f"did you mean m.{close[0]}?" if close else "the machine has no such statement"


def _usage(statement: Callable[..., object]) -> str:
    """Return a statement with its parameters, such as m.colour(n)."""
    from inspect import signature

    parameters = list(signature(statement).parameters)[1:]
    return f"m.{statement.__name__}({', '.join(parameters)})"
