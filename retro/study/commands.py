"""The actions of live study, each a function of the study and its argument, in the table ACTIONS by their names."""

from __future__ import annotations

import os
from collections.abc import Collection

from retro.input.events import Key
from retro.library import loader
from retro.listing.builder import build_study
from retro.listing.edition_file import edition_file
from retro.listing.model import Study
from retro.listing.procedure import NO_LINE, Procedure, SourceLine, Variable
from retro.machine.view import Program
from retro.session.log_reader import LogReader
from retro.session.replay import WithChanges
from retro.study import ask
from retro.study.conditions import Condition
from retro.study.dialogs import Choice, Found, Help, Menu, OpenChoice, Prompt
from retro.study.editing import is_same, let_edit, to_edit
from retro.study.keys import ASKS, OVER_STATES
from retro.study.live_study import Action, LiveStudy
from retro.study.procedure_index import ProcedureIndex
from retro.study.stepper import Position
from retro.study.stops import Goal, Line, goal_of
from retro.study.values import variables_in
from retro.study.view_model import DETAILS

SPEEDS = (1, 2, 4, 8, 15, 30)  # lines a second

# running and pausing


def go(live: LiveStudy, how: str) -> None:
    """Resume the program by one of `Stepper.go`'s ways: step, over, out or run."""
    both = live.lockstep
    if both:
        both.single = live.showing.by_basic and how == "step"
        if both.single and both.approach(live.stepper.stack):
            live.message = both.difference
            return
    live.stepper.go(how)
    live.resume()


def stop_or_run(live: LiveStudy, _: str) -> None:
    """Stop the studied program, or run it."""
    if live.paused:
        go(live, "run")
    else:
        live.stop_requested = True


def slowly(live: LiveStudy, _: str) -> None:
    """Run slowly; if the program runs slowly already, at the next higher speed."""
    if live.slowly:
        live.lines = next((speed for speed in SPEEDS if speed > live.lines), SPEEDS[0])
    live.stepper.go("step")
    live.resume(slow=True)


def change_speed(live: LiveStudy, by: str) -> None:
    """Run more lines of the studied program a second, or fewer."""
    speeds = SPEEDS[:: int(by)]
    live.lines = next((speed for speed in speeds if (speed - live.lines) * int(by) > 0), speeds[-1])
    live.tell(f"W runs {live.lines:g} lines/s.")


def step_by_basic(live: LiveStudy, _: str) -> None:
    """Toggle whether a step is a line of BASIC or of Python."""
    live.showing.by_basic = live.lockstep is not None and not live.showing.by_basic
    language = "BASIC" if live.showing.by_basic or live.study.is_basic else "Python"
    live.tell(f"Each step is a line of {language}{' now' if live.lockstep else ', which runs alone'}.")


def show_basic(live: LiveStudy, _: str) -> None:
    """Toggle whether the screen of the BASIC program is shown in place of the study screen."""
    live.showing.basic_screen = live.lockstep is not None and not live.showing.basic_screen
    if not live.lockstep:
        live.tell("There is one picture only: no listing runs beside this program.")


def type_for_program(live: LiveStudy, _: str) -> None:
    """Toggle whether keys go to the program. If it does not wait for a key, they are typed ahead."""
    if live.state == ASKS:
        live.resume(typing=True)
    else:
        live.typing = not live.typing


def escape(live: LiveStudy, _: str) -> None:
    """Ask whether to send Escape to the program, which ends most programs, or to leave a program that has ended."""

    def answer() -> None:
        if live.state in OVER_STATES:
            live.paused = False
        else:
            live.for_program.append(Key("ESCAPE"))
            go(live, "run")

    why, again = "Escape ends most programs" + ", and study with them" * live.ends_by_escape, "send it to the program"
    if live.state in OVER_STATES:
        why, again = "The program has ended", "leave study"
    question = f"{why}: press ESCAPE again to {again}, SPACE to stay; other keys do what they always do."
    live.dialog = Choice(question, {"ESCAPE": ("", answer), " ": ("", lambda: None)})


def show_other_screen(live: LiveStudy, _: str) -> None:
    """Show the other of the two screens, program and study, where there is room for only one."""
    live.showing.other_screen = not live.showing.other_screen
    if live.renderer.one_screen and live.paused and live.shown.in_front:
        live.session.say("F2 shows the listing again")


def show_help(live: LiveStudy, _: str) -> None:
    """Show the list of all keys of live study."""
    live.dialog = Help(below=live.dialog)


def scroll(live: LiveStudy, by: str) -> None:
    """Show variables further down, or up."""
    live.renderer.scroll(int(by))


def show_more(live: LiveStudy, _: str) -> None:
    """Go to the next of the three levels of detail, and from the last to the first."""
    live.showing.detail = live.showing.detail % len(DETAILS) + 1
    if live.session.overlay:
        live.session.overlay.set(study_detail=live.showing.detail)
    live.tell(DETAILS[live.showing.detail])


def compare(live: LiveStudy, _: str) -> None:
    """Toggle the comparison of a changed procedure with its original."""
    if any(map(live.study.replaced_by, live.study)):
        live.showing.compares = not live.showing.compares
    else:
        live.tell("Nothing is changed yet: E changes the procedure that is shown.")


# other times of the game


def back(live: LiveStudy, presses: str = "1") -> None:
    """Go back to before the last key press, or before the last `presses`: raise Restart."""
    live.pause_next = True
    live.stepper.go("step")
    live.for_program.clear()
    live.recorder.rewind_keys(live.machine, int(presses or 1))
    live.pause_next = False
    live.tell("No key has been pressed yet that can be rewound.")


def undo(live: LiveStudy, _: str) -> None:
    """Return the studied program to its previous pause, or to the beginning."""
    position = live.timeline.pauses[-1] if live.timeline.pauses else live.timeline.start
    if position <= live.stepper.position != live.timeline.start:
        go_to(live, position)


def turn(live: LiveStudy, by: str) -> None:
    """Go `by` turns on; after going back also to turns later than the present one."""
    here = live.stepper.position
    stops, at = live.timeline.stops(here), live.timeline.slider(here, "").at
    go_to_stop(live, str(at + int(by) + (stops[at] < here and int(by) < 0)))


def go_to_stop(live: LiveStudy, index: str) -> None:
    """Go to a stop of the timeline of live study, by its index."""
    stops = live.timeline.stops(live.stepper.position)
    if 0 <= int(index) < len(stops) and stops[int(index)] != live.stepper.position:
        go_to(live, stops[int(index)])


def go_to(live: LiveStudy, position: Position, message: str = "") -> None:
    """Replay the game up to a position, and pause there with a message; the rest of the game is kept: raise Restart."""
    if not _is_recorded(live):
        live.message, live.edition_note = message, ""
        live.seek(position)


def again(live: LiveStudy, _: str) -> None:
    """Start the program again without the keys typed so far, and run to where it was last to run: raise Restart."""
    if live.recorder.writes_file:
        back(live, str(live.recorder.log.presses))
    else:
        live.stepper.go("run" if live.target else "step", live.target)
        live.for_program.clear()
        live.recorder.log.clear()
        live.recorder.replay_from_start(live.machine)


# where to stop


def choose_procedure(live: LiveStudy, _: str) -> None:
    """Open live study's list of procedures, with the running one selected."""
    procedures = [procedure for procedure in live.study if not procedure.is_class]
    here = live.procedure
    if procedures:
        live.message = ""
        live.dialog = Menu(procedures, procedures.index(here) if here in procedures else 0)


def choose_call(live: LiveStudy, _: str) -> None:
    """Open the list of the present turn's calls."""
    study = live.study
    found = [
        Found(name, f"×{count}", study.procedures[name], study.procedures[name].first, position)
        for name, count, position in live.shown.turn
        if name in study.procedures
    ]
    live.dialog = Menu(found) if found else None


def choose_line(live: LiveStudy, _: str) -> None:
    """Open the list of the running procedure's lines, with the present one selected."""
    if procedure := live.procedure:
        lines, here = live.index.stoppable_lines(procedure), live.stepper.stack[-1].statement
        at = next((at for at, line in enumerate(lines) if line.number == here), 0)
        live.dialog = Menu(lines, at) if lines else None


def choose_variable(live: LiveStudy, _: str) -> None:
    """Open the list of variables."""
    names = dict.fromkeys(row.variable for row in live.shown.variables)
    variables = [live.study.variables[name] for name in names if name in live.study.variables]
    live.dialog = Menu(variables) if variables else None
    if not variables:
        live.tell("No variable of the whole program has a value here: the table has those of the procedure that runs.")


def close(live: LiveStudy, _: str) -> None:
    """Close the list that is open, of procedures, calls, lines or variables."""
    live.dialog = None


def select(live: LiveStudy, by: str) -> None:
    """Select another item in the open list of live study, `by` rows further down."""
    if isinstance(live.dialog, Menu):
        live.dialog = live.dialog.moved(int(by))


def select_column(live: LiveStudy, by: str) -> None:
    """Select the procedure in another column of the list, `by` columns to the right."""
    if isinstance(live.dialog, Menu) and isinstance(live.dialog.selected, Procedure):
        live.dialog = live.dialog.moved(int(by) * live.renderer.list_height(len(live.dialog.items)))


def toggle_chosen(live: LiveStudy, _: str) -> None:
    """Toggle a breakpoint at the selected item."""
    stops = live.stepper.stops
    match live.dialog:
        case Menu(selected=OpenChoice(where=name)):
            choose_otherwise(live, name)
        case Menu(selected=Procedure(key=key)):
            stops.procedures ^= {key}
        case Menu(selected=SourceLine(number=number)):
            stops.toggle(_line(live, number))
        case Menu(selected=Variable(name=name)):
            stops.watched ^= {name}
            stops.changed(live.stepper.frames)


def _line(live: LiveStudy, number: int) -> Line:
    """Return the path and number of a line in the file of the procedure that runs."""
    return live.index.real_path(live.stepper.stack[-1].frame.f_code.co_filename), number


def run_to_chosen(live: LiveStudy, _: str) -> None:
    """Run until the selected procedure is called, the line is reached, or the variable changes."""
    match live.dialog:
        case Menu(selected=OpenChoice(where=name)):
            choose_otherwise(live, name)
        case Menu(selected=Procedure(key=key)):
            run_to(live, goal_of(live.study, key))
        case Menu(selected=SourceLine(number=number)):
            run_to(live, Goal(f"line {number}", lines={_line(live, number): None}))
        case Menu(selected=Found(position=position)) if position[0]:
            go_to(live, position)
        case Menu(selected=Found(procedure=Procedure(key=key))):
            run_to(live, goal_of(live.study, key))
        case Menu(selected=Variable(name=name)):
            run_to(live, Goal(f"{live.study.variables[name].title} changes", watched=frozenset({name})))


def run_to(live: LiveStudy, goal: Goal) -> None:
    """Run to a goal. If it is a procedure that has run, offer to go back to that call."""

    def run() -> None:
        live.target = goal
        live.stepper.go("run", goal)
        live.resume()

    found, calls = passed(live, goal), live.timeline.whole(live.stepper.position).first_calls
    name = found[0] if found else next((key for key in goal.procedures if key in calls), "")
    if not found and not (name and len(goal.procedures) == 1):
        run()
        return
    position = calls[name]
    game = live.timeline.whole(live.stepper.position)
    last = game.calls_of(name)[-1]
    first_turn, last_turn = (sum(turn <= at for turn in game.turns) for at in (position, last))
    there = f"{name} ran first at turn {first_turn}"
    answers = {"RETURN": ("go there", lambda: go_to(live, position))}
    if last > position:
        answers["L"] = f"to its last run, at turn {last_turn}", lambda: go_to(live, last)
    if found:
        there += ", and no line from here on calls it again"
    elif live.paused:
        answers[" "] = "wait for its next call", run
    else:
        there += "; now it runs until its next call"
        run()
    live.dialog = Choice(f"{there}.", answers)


def passed(live: LiveStudy, goal: Goal) -> tuple[str, Position] | None:
    """Return the name and first call of a goal that cannot be called again; None if it can, or was never called."""
    index = live.index
    homes = {found.key for path, line in goal.lines if (found := index.procedure_at(path, line))}
    keys: Collection[str] = goal.procedures | homes
    running = {level.name for level in live.stepper.stack}
    if goal.condition or homes & running or {*keys} & index.callable_from(live.stepper.frames):
        return None
    calls = live.timeline.first_calls
    return next(((key, calls[key]) for key in sorted(keys) if key in calls), None)


def run_to_moment(live: LiveStudy, _: str) -> None:
    """Run to the first of the moments that the notes name, such as "turn"."""
    if name := next(iter(live.study.moments), ""):
        run_to(live, goal_of(live.study, name))
    else:
        live.tell("The notes of this program name no moments: G runs to a procedure or a condition.")


def ask_goal(live: LiveStudy, _: str) -> None:
    """Ask to which line, procedure or condition to run the studied program."""
    goals = ", ".join((*live.study.moments, "a procedure, a line or a condition"))
    live.dialog = Prompt(f"Run to ({goals})", lambda text: run_to(live, goal_of(live.study, text)))


def ask_condition(live: LiveStudy, _: str) -> None:
    """Ask for the condition of the selected line."""
    if isinstance(live.dialog, Menu) and isinstance(live.dialog.selected, SourceLine):
        line, lines = _line(live, live.dialog.selected.number), live.stepper.stops.lines
        live.dialog = Prompt(
            f"Stop at line {line[1]} if", lambda text: lines.update({line: Condition(text, live.study)})
        )


# questions


def ask_who(live: LiveStudy, name: str) -> None:
    """Replay the game to find what last set the selected or named variable, or how often a line ran: raise Restart."""
    match live.dialog:
        case Menu(selected=Variable(name=selected)):
            name = selected
        case Menu(selected=SourceLine(number=number)) if live.procedure:
            ask_line(live, live.procedure, number)
        case Menu(selected=Found(procedure=Procedure() as procedure, line=number)):
            ask_line(live, procedure, number)
    if name and not _is_recorded(live):
        live.ask(ask.of_variable(live.study, name, lambda: variables_in(live.stepper.frames, live.study)))


def ask_line(live: LiveStudy, procedure: Procedure, number: int) -> None:
    """Replay the game to count how often a line of a procedure has run: raise Restart."""
    here, index = live.stepper.position, live.index
    first, count = index.extent(procedure.path, number)
    shown = next(iter(procedure.basic_at(first, count)), number)
    turns = [turn for turn in live.timeline.whole(here).turns if turn <= here]

    def is_line(path: str, line: int) -> bool:
        return line == first and index.real_path(path) == index.real_path(procedure.path)

    if not _is_recorded(live):
        live.ask(ask.LineQuery(f"Line {shown} of {procedure.key}", is_line, [*turns, here]))


def ask_pixel(live: LiveStudy, place: str) -> None:
    """Replay the game to find the statement that drew a pixel (graphics units): raise Restart."""
    x, y = map(int, place.split())
    if not _is_recorded(live):
        live.ask(ask.of_pixel(lambda: live.machine.screen, x, y))


def _is_recorded(live: LiveStudy) -> bool:
    if live.recorder.writes_file:
        live.tell("This game is recorded to a file, key by key: only PAGE UP and A go back.")
    return live.recorder.writes_file


def go_to_position(live: LiveStudy, position: str) -> None:
    """Go to a position of the stepper: raise Restart."""
    major, minor = map(int, position.split())
    go_to(live, (major, minor))


def go_to_call(live: LiveStudy, which: str) -> None:
    """Go to the first or last call of the selected procedure: raise Restart."""
    if isinstance(live.dialog, Menu) and isinstance(live.dialog.selected, Procedure):
        key = live.dialog.selected.key
        calls = live.timeline.whole(live.stepper.position).calls_of(key)
        if calls:
            go_to(live, calls[0 if which == "first" else -1])
        else:
            live.tell(f"{key} has not run yet.")


def ask_search(live: LiveStudy, _: str) -> None:
    """Ask for a text to search for in the description, names, listings and notes."""

    def accept(text: str) -> None:
        found, wanted = ask.search(live.study, text), text.strip()
        undescribed = live.study.description.entries and not any(one.where.startswith("description") for one in found)
        if found:
            live.message = f"The description says nothing about {wanted}." if undescribed else ""
            live.dialog = Menu(found)
        else:
            live.dialog = Choice(f"Nothing found: description, listings and notes say nothing about {wanted}.")

    live.dialog = Prompt("Look for", accept)


# changing the program


def edit(live: LiveStudy, _: str) -> None:
    """Open the shown or selected procedure in an editor, and run the game with the change. Raises LaunchError, Restart.

    Without an editor show the user the file's name; the next call runs the game with its changes.
    """
    chosen = live.dialog.selected if isinstance(live.dialog, Menu) else None
    procedure = chosen if isinstance(chosen, Procedure) else to_edit(live.study, live.shown.current.procedure)
    if live.recorder.writes_file:
        live.tell("The program of a game that is recorded to a file stays as it is.")
        return
    if procedure is None:
        return
    path, line = edition_file(live.study, procedure)
    opened, failure = let_edit(path, line, live.renderer.outside)
    study, known = build_study(path), opened or path in (live.file_named, live.study.path)
    live.file_named = path
    if is_same(study, live.study):
        change = f"{failure}Change {procedure.name} in {path}, line {line}. Save the file, and press E again."
        live.message = f"{path} is unchanged. E opens it again." if opened else change
    elif not known:
        there = f"{path} is there already, with changes. E again runs on with it; {procedure.name}: line {line}."
        live.message = f"{failure}{there}"
    else:
        run_on(live, study, loader.load(path).run_with({}), procedure.name)


def ask_choices(live: LiveStudy, _: str) -> None:
    """Show the choices that the description leaves open, each with what it is at present."""
    study = live.choices.original
    switches = []
    for name, (lines, why) in study.choices.items():
        number = int(lines[-1].split()[0])  # those before it make room
        home = next((procedure for procedure in study if any(number == line.number for line in procedure.basic)), None)
        line = next(iter(home.runs(number)), NO_LINE) if home else NO_LINE
        switches.append(OpenChoice(name, why, home, line, made=name in live.choices.names))
    if switches:
        live.message = ""
        live.dialog = Menu(switches)
    else:
        live.tell("The notes of this program name no choices that could be made another way.")


def show_exercises(live: LiveStudy, _: str) -> None:
    """Leave for the exercises on the program: raise PowerOff."""
    if live.exercises:
        live.exercises()
    else:
        live.tell("No exercises are opened from here; retro course says which programs have some.")


def choose_otherwise(live: LiveStudy, name: str) -> None:
    """Reverse a choice, and play the game again with it: raise Restart."""
    study = live.choices.reverse(name)
    number = live.choices.original.choices[name][0][-1].split()[0]
    home = next(procedure for procedure in study if any(number == str(line.number) for line in procedure.basic))
    program = loader.load(study.path)
    made = f"Played from the start with the choice: {', '.join(sorted(live.choices.names)) or 'as in the listing'}."
    run_on(live, study, program.run_with({"original": True} if program.original else {}), home.key, made)


def run_on(live: LiveStudy, study: Study, program: Program, name: str, message: str = "") -> None:
    """Replay the game's keys in a changed program; stop in the procedure `name` after the last key: raise Restart."""

    def changed(reader: LogReader) -> None:
        left_out = f"It differs after {reader.presses_read} of your keys; later ones are left out."
        live.message = f"{live.message} {left_out}"

    live.edition = program
    live.use(study, ProcedureIndex(study, follows=True))
    live.timeline.pauses.clear()
    live.dialog, live.pause_next, live.called_last = None, False, None
    live.stepper.go("run", goal_of(study, name))
    live.message = message or f"Played again from the start with your change, {os.path.basename(study.path)}."
    live.for_program = [
        *live.recorder.log.take_last_press(),
        *live.for_program,
    ]  # a key that is up by now does not repeat
    live.recorder.replay_from_start(live.machine, WithChanges(changed))


def go_to_last_call(live: LiveStudy, _: str) -> None:
    """Go to the last call of a changed procedure if the last key does not lead to it: raise Restart."""
    if live.called_last:
        name, position = live.called_last
        go_to(
            live,
            position,
            f"{live.message} It stands at the last call of {name}: {live.renderer.out} shows what it does.",
        )


RUNNING = (go, stop_or_run, slowly, change_speed, step_by_basic, show_basic, type_for_program, escape)
SHOWING = (show_other_screen, show_help, scroll, show_more, compare)
TRAVELLING = (back, undo, turn, go_to_stop, go_to_position, go_to_call, go_to_last_call, again)
CHOOSING = (choose_procedure, choose_line, choose_variable, close, select, select_column, toggle_chosen, run_to_chosen)
FINDING = (
    choose_call,
    run_to_moment,
    ask_goal,
    ask_condition,
    ask_who,
    ask_pixel,
    ask_search,
    ask_choices,
    show_exercises,
)
ACTIONS: dict[str, Action] = {one.__name__: one for one in (*RUNNING, *SHOWING, *TRAVELLING, *CHOOSING, *FINDING, edit)}
