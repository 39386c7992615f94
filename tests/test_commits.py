"""Test the hook that refuses commits whose subject is too long."""

from pathlib import Path

from tests import commits


def test_a_subject_of_72_characters_passes(tmp_path: Path) -> None:
    message = tmp_path / "message"
    message.write_text(f"{'x' * 72}\n\n{'y' * 100}\n")
    assert commits.main([str(message)]) == 0


def test_a_subject_of_73_characters_is_refused(tmp_path: Path) -> None:
    message = tmp_path / "message"
    message.write_text(f"# a comment of git's\n{'x' * 73}\n")
    assert commits.main([str(message)]) == 1
