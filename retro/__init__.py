"""retro: a tiny virtual 8-bit machine in the manner of the Acorn Electron."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retro.machine.machine import Machine

__all__ = ["Machine"]
__version__ = "1.0.0"


def __getattr__(name: str) -> object:
    """Import the machine when it is first used. So the command line handles Ctrl-C before this slow import."""
    if name != "Machine":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from retro.machine.machine import Machine

    return Machine
