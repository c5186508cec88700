import threading
from dataclasses import replace

from tests.citations.test_cards import passage

from youju.citations.registry import Registry
from youju.knowledge.values import Locator
from youju.retrieval.values import Scored


def test_the_same_passage_keeps_its_number_and_the_better_score() -> None:
    registry = Registry()
    assert registry.register(Scored(passage("a"), 0.3, "lexical")).number == 1
    assert registry.register(Scored(passage("b"), 0.9, "fusion")).number == 2
    again = registry.register(Scored(passage("a"), 0.8, "exact"))
    assert (again.number, again.score, again.stage) == (1, 0.8, "exact")
    assert registry.register(Scored(passage("a"), 0.1, "lexical")).score == 0.8
    assert registry.numbers() == {1, 2}
    assert [entry.passage.id for entry in registry] == ["a", "b"]
    assert registry.get(3) is None


def test_a_locator_makes_two_cuts_of_one_article_one_source_and_documents_never_share_one() -> None:
    registry = Registry()
    article = Locator("劳动合同法", 47)
    assert registry.register(Scored(passage("a", locator=article), 0.5, "exact")).number == 1
    assert registry.register(Scored(passage("b", locator=article), 0.5, "exact")).number == 1
    assert registry.register(Scored(passage("c", document="d2", locator=article), 0.5, "exact")).number == 2


def test_passages_without_an_address_never_become_one() -> None:  # open-webui PR#12971
    registry = Registry()
    numbers = {
        registry.register(Scored(replace(passage(f"x{i}"), source="", title=""), 0.5, "dense")).number for i in range(5)
    }
    assert numbers == {1, 2, 3, 4, 5}


def test_threads_never_share_or_skip_a_number() -> None:
    registry = Registry()
    start = threading.Barrier(8)
    given: list[tuple[str, int]] = []

    def register(worker: int) -> None:
        start.wait()
        for index in range(200):
            name = f"p{(index * 7 + worker * 13) % 150}"
            given.append((name, registry.register(Scored(passage(name), 0.5, "fusion")).number))

    threads = [threading.Thread(target=register, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(given)) == 150
    assert {number for _, number in given} == set(range(1, 151)) == registry.numbers()
