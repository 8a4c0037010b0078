"""Stages: what was settled is stored whole, and its id changes with any of it."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import fairness
from arena.plan import Field, Plan
from arena.stages import Stage, Terms, block_digest, key_of, stage_digest
from tests.schedule.contest import named, pool_of

NAMES = st.lists(st.text(max_size=4), min_size=1, max_size=4, unique=True).map(tuple)
POOLS = [pool_of(), pool_of("the-game", 3, league="silent"), pool_of("six-nimmt", 5)]
FIELDS = st.lists(st.builds(Field, st.sampled_from(POOLS), NAMES), max_size=3).map(tuple)
BEFORE = st.dictionaries(
    st.sampled_from([pool.text for pool in POOLS]), st.dictionaries(NAMES, st.integers(0, 99))
)
TERMS = st.builds(
    Terms,
    st.text(max_size=8),
    st.integers(1, 9),
    st.sampled_from([Plan(), Plan(format="swiss", hours=2.5, options={"hand": 7})]),
    FIELDS,
    BEFORE,
)

SETTLED = Terms(
    "autumn",
    1,
    Plan(),
    (Field(pool_of(), ("ada", "bob")),),
    {"face-to-face/2": {("ada", "bob"): 3}},
)
VERSIONS = {"ada": "11", "bob": "22"}


@settings(max_examples=30)
@given(TERMS)
def test_terms_survive_being_stored(terms):
    """Through JSON and back they are the same, and the stage has the same id."""
    again = Terms.from_map(json.loads(json.dumps(terms.to_map())))

    assert again == terms
    assert key_of("00", again, {}) == key_of("00", terms, {})


@settings(max_examples=30)
@given(TERMS, st.randoms(use_true_random=False))
def test_the_order_in_which_things_were_counted_is_no_part_of_the_id(terms, dice):
    """What was played before, and the bots' versions, are sets of facts."""

    def shuffled(facts):
        return dict(dice.sample(list(facts.items()), len(facts)))

    other = terms._replace(
        before=shuffled({pool: shuffled(played) for pool, played in terms.before.items()})
    )

    assert key_of("00", other, shuffled(VERSIONS)) == key_of("00", terms, VERSIONS)


@pytest.mark.parametrize(
    "changed",
    [
        SETTLED._replace(contest="winter"),
        SETTLED._replace(number=2),
        SETTLED._replace(plan=Plan(sitting=7)),
        SETTLED._replace(plan=Plan(experiment=0)),
        SETTLED._replace(plan=Plan(limits=Plan().limits._replace(memory_mb=513))),
        SETTLED._replace(plan=Plan(guarantees=Plan().guarantees._replace(net=True))),
        SETTLED._replace(fields=(Field(pool_of(), ("ada", "bob", "cy")),)),
        SETTLED._replace(fields=(Field(pool_of(hand=7), ("ada", "bob")),)),
        SETTLED._replace(fields=()),
        SETTLED._replace(before={}),
        SETTLED._replace(before={"face-to-face/2": {("ada", "bob"): 4}}),
        SETTLED._replace(before={"face-to-face/2": {("adab", "ob"): 3}}),
    ],
)
def test_any_other_term_is_another_stage(changed):
    """So nobody can change a term and keep the cards."""
    assert key_of("00", changed, VERSIONS) != key_of("00", SETTLED, VERSIONS)


@settings(max_examples=30)
@given(TERMS, TERMS)
def test_equal_ids_mean_equal_terms(one, other):
    """No two terms share an id."""
    same = one == other

    assert (key_of("00", one, VERSIONS) == key_of("00", other, VERSIONS)) == same


def test_another_secret_or_version_is_another_stage():
    """Neither the organiser nor an author can choose a deal."""
    keys = {
        key_of("00", SETTLED, VERSIONS),
        key_of("01", SETTLED, VERSIONS),
        key_of("00", SETTLED, {**VERSIONS, "bob": "23"}),
        key_of("00", SETTLED, {**VERSIONS, "cy": "33"}),
        key_of("00", SETTLED, {"ada": "22", "bob": "11"}),
    }

    assert len(keys) == 5


def stage_of(**changes):
    stage = Stage(
        row=1,
        key="key",
        commitment=fairness.commitment(bytes(32)),
        secret=bytes(32),
        terms=SETTLED,
        versions=VERSIONS,
        announced=(3, 5),
        since=(1,),
        opened_at=datetime(2024, 1, 1, tzinfo=UTC),
    )
    return stage._replace(**changes)


def test_the_schedule_follows_from_the_stage():
    """Its fields, numbers and format; the lots are drawn from the secret and the id."""
    plan = Plan(format="gauntlet", challenger="ada", cross_play=2)
    terms = SETTLED._replace(plan=plan)
    scheduled = stage_of(terms=terms).scheduled()

    assert scheduled.fields == SETTLED.fields
    assert (scheduled.announced, scheduled.since) == ((3, 5), (1,))
    assert scheduled.before == SETTLED.before
    assert (scheduled.format, scheduled.challenger) == ("gauntlet", "ada")
    assert scheduled.cross_play == 2
    lots = {
        stage.scheduled().chance["face-to-face/2"]
        for stage in (stage_of(), stage_of(key="other"), stage_of(secret=bytes(31) + b"1"))
    }
    assert len(lots) == 3


def test_a_pool_is_found_by_its_name():
    """As rows of the database name it."""
    fields = tuple(Field(pool, named(5)) for pool in POOLS)
    stage = stage_of(terms=SETTLED._replace(fields=fields))

    assert [stage.pool(pool.text) for pool in POOLS] == POOLS


def test_digests_say_which_and_in_which_order():
    """Another match, another order, another block: another digest."""
    assert len({block_digest(some) for some in (["1", "2"], ["2", "1"], ["1"], ["12"])}) == 4
    blocks = [("a", "1"), ("b", "2")]
    changed = [blocks, blocks[::-1], blocks[:1], [("a", "2"), ("b", "1")], [("a", "1"), ("c", "2")]]
    assert len({stage_digest(some) for some in changed}) == 5
