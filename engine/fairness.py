"""Provable dice: every throw follows from a secret seed and the players' inputs.

FAIRNESS.md describes the derivation, its test vectors and an independent checker. It also says who could still cheat.
The seal is the SHA-256 of the seed, and is published before any salt exists. Then the bot posts a message, called the
line, with a digest of the other inputs. The id that Discord gives to the line goes into the players' salts. The seed
is revealed after the game.
"""

import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count as counting
from itertools import islice

from engine.core.dice import Hand

SEED_BYTES = 32
"""The usual length of a seed in bytes. Longer and shorter seeds are accepted too."""

LONGEST_HEX = 128
"""The most hexadecimal digits that a seed or a salt may have."""

_HEX = re.compile(f"[0-9a-fA-F]{{1,{LONGEST_HEX}}}")
_LENGTH_BYTES = 4
"""The number of bytes for the length of each hashed part.

The lengths make sure that two different sequences of parts never give the same bytes.
"""

_FAIR_BYTES = 252
"""The greatest multiple of 6 that fits into a byte. This byte and greater ones are skipped, because they would make low
faces more likely."""


_NUMBER_BYTES = 8
"""The number of bytes of a number that is compared with a probability."""


class Seed:
    """The secret seed of a game. Only `reveal` shows it."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if not secret:
            raise ValueError("a seed has at least one byte")
        self._secret = secret

    @classmethod
    def from_hex(cls, text: str) -> "Seed":
        """Return the seed from the digits that `reveal` returned. Raises `ValueError` for other text."""
        if not is_hex(text) or len(text) % 2:
            raise ValueError("a seed is written in pairs of hexadecimal digits")
        return cls(bytes.fromhex(text))

    def reveal(self) -> str:
        """Return the seed in hexadecimal.

        The table stores it in this form, and everybody may see it after the game.
        """
        return self._secret.hex()

    def commitment(self) -> str:
        """Return the SHA-256 of the seed in hexadecimal, to be published before anybody joins."""
        return sha256(self._secret).hexdigest()

    def mixed_with(self, salts: Mapping[int, str]) -> bytes:
        """Return the key for one game's throws, made from the seed and the players' salts by seat."""
        brought = ";".join(f"{seat}:{salts[seat].lower()}" for seat in sorted(salts) if salts[seat])
        return hmac.digest(self._secret, brought.encode("ascii"), "sha256")

    def __repr__(self) -> str:
        return "Seed(<hidden>)"


def commitment(seed: Seed) -> str:
    """Return the SHA-256 of the seed's bytes in hexadecimal."""
    return seed.commitment()


def verify(seed: Seed, published: str) -> bool:
    """Return whether `published` is the commitment to this seed."""
    return hmac.compare_digest(seed.commitment(), published.lower())


DIGEST_DIGITS = 32
"""The number of hexadecimal digits in the line that seals a game: the first half of a SHA-256."""


def share(join: str, lucky: str) -> str:
    """Return a player's share: the SHA-256 of the press on Join and of the player's lucky words.

    `join` is the id of the press in digits. `lucky` is "" if there are no lucky words.
    """
    return _hash_of(join, lucky)


def digest(seal: str, game: Iterable[str], shares: Iterable[str]) -> str:
    """Return the digits that seal a game, to be posted before its dice are thrown.

    `game` has the `@variant` and `@option` lines of the record. `shares` has the players' shares in joining order.
    """
    return _hash_of(seal.lower(), *game, *shares)[:DIGEST_DIGITS]


def salt(share: str, line: str) -> str:
    """Return a player's salt: the SHA-256 of the player's share and of `line`.

    `line` is the id, in digits, of the message that seals the game.
    """
    return _hash_of(share, line)


def salt_of_start(join: str, lucky: str, start: str) -> str:
    """Return a player's salt in a game that was not sealed by a line.

    `start`, the id of the press on Start, takes the place of the line's id.
    """
    return _hash_of(join, lucky, start)


def _hash_of(*parts: str) -> str:
    """Return the SHA-256 of these parts in hexadecimal. Each part is preceded by its length."""
    coded = (part.encode("utf-8") for part in parts)
    return sha256(b"".join(len(part).to_bytes(_LENGTH_BYTES, "big") + part for part in coded)).hexdigest()


def is_hex(text: str) -> bool:
    """Return whether `text` is 1 to 128 hexadecimal digits, the form of seeds, salts and commitments."""
    return _HEX.fullmatch(text) is not None


class FairDice:
    """Dice that follow from a seed and the players' salts. This class implements `Chance`.

    Salts are hexadecimal, by seat. An empty salt adds nothing.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: Seed, salts: Mapping[int, str]) -> None:
        if not all(is_hex(salt) for salt in salts.values() if salt):
            raise ValueError("a salt is written in hexadecimal digits")
        self._key = seed.mixed_with(salts)

    def __repr__(self) -> str:
        return "FairDice(<hidden>)"

    def roll_off(self, at: int, seats: tuple[int, ...]) -> Hand:
        """Return one die for each of `seats` (S1)."""
        return self._dice(at, len(seats))

    def red(self, at: int) -> int:
        """Return the red die (T3)."""
        return self._dice(at, 1)[0]

    def roll(self, at: int, seat: int, count: int) -> Hand:
        """Return `count` dice (T1)."""
        return self._dice(at, count)

    def crooked(self, at: int, seat: int, chance: float) -> bool:
        """Return whether this throw lands crooked (T2). The dice do not depend on the answer."""
        return self._number("crooked", at) < chance * 2**64

    def slip(self, at: int, chance: float, under: Hand) -> tuple[int, int] | None:
        """Return the index in `under` of the die that rolls over, and the die's new face.

        Return None if no die rolls over (K14).
        """
        if not under or self._number("slip", at) >= chance * 2**64:
            return None
        stream = islice(self._bytes("slip", at), _NUMBER_BYTES, None)
        which = _below(len(under), stream)
        others = [face for face in range(1, 7) if face != under[which]]
        return which, others[_below(5, stream)]

    def draw(self, at: int) -> float:
        """Return a number in [0, 1) for a simulated player's decision. The dice do not depend on it."""
        return (self._number("draw", at) >> 11) / 2**53

    def talk(self, number: int) -> int:
        """Return a number in [0, 2^32) that decides whether a computer player talks after a round, and what it says."""
        return int.from_bytes(bytes(islice(self._bytes("talk", number), 4)), "big")

    def lies(self, number: int) -> tuple[float, float, float, float]:
        """Return four numbers in [0, 1) that choose the claims to offer as buttons. The dice do not depend on them."""
        block = self._block("lies", number, 0)
        some = (int.from_bytes(block[at : at + _NUMBER_BYTES], "big") for at in range(0, len(block), _NUMBER_BYTES))
        naming, step, bold, order = ((each >> 11) / 2**53 for each in some)
        return naming, step, bold, order

    def dares(self, deal: int, of: int) -> list[int]:
        """Return the indexes of a game's dares in the order of this deal. There are `of` dares (at most 200).

        Each deal shuffles the whole deck. Dares have addresses of their own, so that no throw depends on them.
        """
        stream, deck = self._bytes("dare", deal), list(range(of))
        for place in range(of):
            drawn = place + _below(of - place, stream)
            deck[place], deck[drawn] = deck[drawn], deck[place]
        return deck

    def _dice(self, at: int, count: int) -> Hand:
        """Return `count` dice.

        The first block of bytes nearly always has enough of them, so it is tried on its own.
        """
        first = [byte % 6 + 1 for byte in self._block("dice", at, 0) if byte < _FAIR_BYTES]
        if len(first) >= count:
            return tuple(first[:count])
        fair = (byte % 6 + 1 for byte in self._bytes("dice", at) if byte < _FAIR_BYTES)
        return tuple(islice(fair, count))

    def _number(self, label: str, at: int) -> int:
        """Return the first eight bytes at an address as a number below 2**64."""
        return int.from_bytes(self._block(label, at, 0)[:_NUMBER_BYTES], "big")

    def _block(self, label: str, at: int, block: int) -> bytes:
        return hmac.digest(self._key, f"{label}:{at}:{block}".encode("ascii"), "sha256")

    def _bytes(self, label: str, at: int) -> Iterator[int]:
        """Yield the endless stream of bytes at an address."""
        for block in counting():
            yield from self._block(label, at, block)


def _below(many: int, stream: Iterator[int]) -> int:
    """Return a number below `many` (at most 256), made from the stream of bytes. All numbers are equally likely."""
    fair = 256 - 256 % many
    return next(byte for byte in stream if byte < fair) % many
