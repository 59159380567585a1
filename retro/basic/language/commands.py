"""The compiler of PRINT, INPUT and all commands whose arguments are evaluated before they take effect."""

from __future__ import annotations

from collections.abc import Callable

from retro.basic.language import tree, values
from retro.basic.language.assignments import AssignmentCompiler
from retro.basic.language.function_table import ANY, COMMANDS, TEXT
from retro.basic.language.tree import Expression

CHANGING = ("call_function(", "evaluate(")  # words of an expression that may change @%


class CommandCompiler(AssignmentCompiler):
    """Compiles statements of BASIC that print, read or call the machine."""

    # output and input

    def _print(self, node: tree.Print) -> None:
        """Emit the calls that print the items; an error in an item comes after the items before are printed."""
        padded, hexadecimal = True, False
        group: list[str] = []
        end, field = True, ""
        for item in node.items:
            end = item != ";"
            if isinstance(item, str):
                padded, hexadecimal = {";": (False, False), ",": (True, False)}.get(item, (padded, hexadecimal))
                hexadecimal = hexadecimal or item == "~"
                group += {",": ["comma"], "'": ["newline"]}.get(item, [])
                field = "" if item == "," else field
                continue
            self._flush(group, "print_items")
            code = self._print_item(item, padded, hexadecimal, field)
            if not field and any(word in code for word in CHANGING):
                field = self.temporary()  # BASIC reads the width of a field before the item that may change it
                self.emit(f"{field} = field()")
                code = self._print_item(item, padded, hexadecimal, field)
            group.append(code)
        group += ["newline"] * end
        self._flush(group, "print_items")

    def _flush(self, group: list[str], word: str) -> None:
        if group:
            self.emit(f"{word}({', '.join(group)})")
            group.clear()

    def _print_item(self, item: Expression, padded: bool, hexadecimal: bool, field: str = "") -> str:
        if isinstance(item, tree.Call) and item.name in ("TAB(", "SPC"):
            word = "tab" if item.name == "TAB(" else "spaces"
            return f"{word}({', '.join(self.integer(argument) for argument in item.arguments)})"
        value = self.value(item)
        if value.kind == TEXT:
            return f"printed({value.code})"
        code = values.settled(value)
        if self.program.timed and not hexadecimal:
            code = f"converting({code})"
        if hexadecimal:
            return f"hexadecimal_item({code}, {padded}, {field or None})"
        if value.kind == ANY or field:
            return f"item({code}, {padded}, {field or None})"
        return f"padded({code})" if padded else code

    def _print_to(self, node: tree.PrintTo) -> None:
        channel = self.integer(node.channel)
        if node.name == "PRINT":
            items = ", ".join(self.settled(item) for item in node.items)
            self.emit(f"print_to({channel}, {items})")
        else:
            handle = self.temporary()
            self.emit(f"{handle} = {channel}")
            for item in node.items:
                if isinstance(item, (tree.Variable, tree.Element, tree.Memory)):
                    self._read_into(item, "file", handle)
                else:
                    self.emit(self.value(item).code)

    def _input(self, node: tree.Input) -> None:
        self.emit(f"start_input({node.line})")
        for item in node.items:
            if isinstance(item, str):
                self.emit("input_prompt(newline)" if item == "'" else "input_separator()")
            elif isinstance(item, (tree.Variable, tree.Element, tree.Memory)):
                self._read_into(item, "input")
            else:
                inner = item.arguments[0] if isinstance(item, tree.Call) and item.name == "PROMPT" else item
                self.emit(f"input_prompt({self._print_item(inner, False, False)})")

    def _vdu(self, node: tree.Vdu) -> None:
        group: list[str] = []
        for item, word in node.items:
            if not isinstance(item, tree.Constant):
                self._flush(group, "vdu")
            code = self.integer(item)
            if isinstance(item, tree.Constant) and word:
                group += [f"{code} & 255", f"{code} >> 8 & 255"]
            elif word:
                name = self.temporary()
                group.append(f"({name} := {code}) & 255")
                group.append(f"{name} >> 8")
            else:
                group.append(code)
        self._flush(group, "vdu")

    # commands

    def _command(self, node: tree.Command) -> None:
        if node.name in OWN_EMITTERS:
            OWN_EMITTERS[node.name](self, node)
            return
        kinds, word = COMMANDS[node.name]
        arguments = [values.CONVERTERS[kind](self, argument) for kind, argument in zip(kinds, node.arguments)]
        self.act(node, f"{word}({', '.join(arguments)})", *arguments)
        if node.name == "CLEAR":
            self.known_variables.clear()

    def _system(self, node: tree.System) -> None:
        self.emit(f"oscli({node.text!r})")

    def _restore(self, node: tree.Command) -> None:
        lines = [self._line_address(line) for line in node.arguments]
        self.act(node, f"restore({', '.join(lines)})", *lines)

    def _call_address(self, node: tree.Command) -> None:
        address = self.temporary()
        self.emit(f"{address} = {self.integer(node.arguments[0])}")
        for argument in node.arguments[1:]:
            self.emit(self.value(argument).code)
        self.act(node, f"call_address({address})")

    def _return(self, node: tree.Command) -> None:
        if node.error and node.name == "ENDPROC":
            self.emit("check_routine('PROC')")
        self.act(node, f"return {COMMANDS[node.name][1]}()")

    def _line_address(self, line: Expression) -> str:
        """Return the source of the address of a line. Error at run time: No such line."""
        if isinstance(line, tree.Constant) and isinstance(line.value, int):
            address = self.program.find(line.value)
            return str(address) if address else "fail('No such line')"
        return f"find_line({self.integer(line)})"


OWN_EMITTERS: dict[str, Callable[[CommandCompiler, tree.Command], None]] = {
    "RESTORE": CommandCompiler._restore,
    "CALL": CommandCompiler._call_address,
    "RETURN": CommandCompiler._return,
    "ENDPROC": CommandCompiler._return,
}
