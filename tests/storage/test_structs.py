"""Test that several threads can decode a struct for the first time at the same moment.

Without `learn_structs`, the process would crash.
"""

import subprocess
import sys

FIRST_MET_BY_FOUR_THREADS = """
import sys, threading
from typing import Union
import msgspec
from bot.storage.structs import learn_structs

def made(number):
    parts = [msgspec.defstruct(f"Part{number}_{k}", [(f"f{j}", int) for j in range(8)], tag=str(k)) for k in range(6)]
    return msgspec.defstruct(f"Whole{number}", [(f"x{j}", Union[tuple(parts)]) for j in range(6)])

wholes = [made(number) for number in range(100)]
learn_structs()
sys.setswitchinterval(1e-6)
part = {"type": "1", **{f"f{j}": 1 for j in range(8)}}
text = msgspec.json.encode({f"x{j}": part for j in range(6)})
for whole in wholes:
    together = threading.Barrier(4)
    def decode():
        together.wait()
        msgspec.json.decode(text, type=whole)
    threads = [threading.Thread(target=decode) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_four_threads_can_decode_a_new_struct_at_the_same_time() -> None:
    ended = subprocess.run([sys.executable, "-c", FIRST_MET_BY_FOUR_THREADS], check=False, capture_output=True)
    assert (ended.returncode, ended.stderr) == (0, b"")
