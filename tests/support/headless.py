"""A view without a display for players that go on from program to program."""

from retro.frontends.headless import Headless


class Once(Headless):
    """A view without a display whose player ends with each program: `over` is true then."""

    over = False

    def run(self, program, seed):
        self.over = False

        def run(m):
            try:
                return program(m)
            finally:
                self.over = True

        return super().run(run, seed)
