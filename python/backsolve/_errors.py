"""What can go wrong, as exceptions with the sentences that the terminal prints."""


class BacksolveError(Exception):
    """All errors of this package."""


class RefusedError(BacksolveError):
    """The answer is no: the rules are ill-formed, or the game cannot be solved."""


class InputError(BacksolveError, ValueError):
    """An argument is wrong, or a file cannot be read."""


class LimitError(BacksolveError):
    """A limit of memory, time or disk was reached. What was solved is kept: the same call resumes."""


class DamagedError(BacksolveError):
    """A database is damaged."""
