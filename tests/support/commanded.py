"""What machines that execute a test's commands have in common, in a terminal and in a window."""

# Defines `execute`, which returns the value of a command, a Python expression or statements with `m` and `front`, or
# the name of the exception.
EXECUTE = """
def execute(m, command):
    names = {"m": m, "front": front}
    try:
        try:
            code = compile(command, "command", "eval")
        except SyntaxError:
            return exec(command, names)
        return eval(code, names)
    except Exception as error:
        return type(error).__name__
"""

# Sends the process a signal when its main thread has just acquired a lock that it cannot acquire twice, by `with` on a
# condition, as those of `threading.Event` are. The handler runs at once, before the lock can be released.
SIGNAL_IN_A_LOCK = """
import signal, threading
enter, plain = threading.Condition.__enter__, type(threading.Lock())
main = threading.main_thread().ident
def entered(condition):
    result = enter(condition)
    if isinstance(condition._lock, plain) and threading.get_ident() == main:
        threading.Condition.__enter__ = enter
        signal.raise_signal(signal.{name})
    return result
threading.Condition.__enter__ = entered
"""

LISTENING = {  # programs that call the machine again and again
    "waits for a key": "m.get()",
    "waits for a while": "m.inkey(1000000)",
    "waits for time to pass": "while m.time < 1000000: pass",
    "looks for a key": "while m.inkey(0) < 0: pass",
    "waits behind a note for ever": "while True: m.sound(1, -15, 100, 255)",
    "prints for ever": "while True: m.print('x', end='')",
    "draws for ever": "while True: m.draw(m.rnd(1279), m.rnd(1023))",
    "prints and catches every error": "while True:\n try: m.print('x')\n except Exception: pass",
}
