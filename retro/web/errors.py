"""The error of the build."""


class BuildError(Exception):
    """The site cannot be built; str() is a sentence with the reason."""
