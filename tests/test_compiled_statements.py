"""Test that the tests' engines share their compiled statements if they are engines of the same kind."""

from sqlalchemy import Connection, create_engine, literal, select

from tests.compiled_statements import of_a_kind

STATEMENT = select(literal(3, literal_execute=True), literal(4))


def compiled_for(connection: Connection) -> object:
    """Return the compiled form of a statement that the connection has executed."""
    return connection.execute(STATEMENT).context.compiled


def test_two_engines_of_the_same_kind_compile_a_statement_once() -> None:
    with create_engine("sqlite://").connect() as one, create_engine("sqlite://").connect() as other:
        assert compiled_for(one) is compiled_for(other)


def test_engines_of_different_kinds_compile_a_statement_separately() -> None:
    named = create_engine("sqlite://", paramstyle="named")
    with create_engine("sqlite://").connect() as one, named.connect() as other:
        assert compiled_for(one) is not compiled_for(other)
        assert other.execute(STATEMENT).one() == (3, 4)
    assert of_a_kind((one.dialect, "")) != of_a_kind((other.dialect, ""))
