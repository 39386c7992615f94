"""What this version reads and does not write yet, as `comparing.py` says it: it is written one release later.

So the version before this one, which knows nothing of it, never meets it. At a release `reads.json` gets the list.
Whatever begins to be written in the release after it leaves the list, and a revision of that release says
`WORKS_FROM` = the revision of the one before, for older versions would meet what they cannot read.
"""

NOT_YET_WRITTEN: frozenset[str] = frozenset()
