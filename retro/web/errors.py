"""The error of the build."""


class BuildError(Exception):
    """The site cannot be built; str() is one sentence with the reason."""
