package dev.rota.chunks.queries;

import static dev.rota.chunks.model.LoneNetwork.DATASET;
import static dev.rota.chunks.model.LoneNetwork.GIB;
import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.part;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.DatasetSegment;
import dev.rota.chunks.PlacementOrder;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Why things of a network are as they are. There is one ring. From 0 on it has worker 3 (1e29…),
 * worker 1 (2d06…), worker 2 (5963…) and worker 0 (dfec…).
 */
class ChunksWhyTest {
  private static final Thing NETWORK_DATASET = new Thing("dataset", DATASET);
  private static final String A = "b4422fdb3209cd4e";
  private static final String FIRST = " is the first that may hold it";

  private final WatchedNetwork network =
      new WatchedNetwork(
          _ ->
              Set.of(
                  chunk("c1"),
                  chunk("a"),
                  chunk("b"),
                  chunk("c"),
                  worker(0),
                  worker(1),
                  worker(3),
                  NETWORK_DATASET));

  private static Thing chunk(String id) {
    return new Thing("chunk", DATASET + "/" + id);
  }

  private static Thing worker(int number) {
    return new Thing("worker", peer(number));
  }

  private static Candidate on(int worker, String why) {
    return new Candidate(worker(worker), true, why, "chunks 5");
  }

  private static Candidate not(int worker, String why) {
    return new Candidate(worker(worker), false, why, "chunks 5");
  }

  private static Candidate not(int worker, String why, int rule) {
    return new Candidate(worker(worker), false, why, "chunks " + rule);
  }

  private void decided(Thing thing, Reason... reasons) {
    assertThat(network.decided(thing)).containsExactly(reasons);
  }

  private void now(Thing thing, String what, String rule, Candidate... candidates) {
    assertThat(network.now(thing)).isEqualTo(new Reason(what, rule, List.of(candidates)));
  }

  /** The second copy starts before worker 1, which has the first, and so comes to worker 2. */
  @Test
  void aChunkWaitsForItsGenerationAndThenEachCopyIsOnTheFirstWorkerThatMayHoldIt() {
    network.send(0, policy().setRings(1).build());
    network.send(0, ping(0).build(), ping(1).build(), ping(2).build());
    network.send(0, listing(Map.of("c1", GIB)));
    decided(
        chunk("c1"),
        new Reason(
            "a listing adds it with 1073741824 bytes; a generation is due at"
                + " 1970-01-01T00:00:00.250Z",
            "chunks 1"));
    now(
        chunk("c1"),
        "is listed and has no copy yet: generation 1 is due at 1970-01-01T00:00:00.250Z, in 250 ms",
        "chunks 7");
    assertThat(network.now(chunk("c2"))).isNull();

    network.tick(1000);
    Candidate[] workers = {
      on(1, "copy 1 starts on ring 0 at 1e5d88c59fc3ba44: worker 1 from there" + FIRST),
      on(2, "copy 2 starts on ring 0 at 062cb62cbeb65c63: worker 2 from there" + FIRST),
      on(0, "copy 3 starts on ring 0 at 65954db4c945aba3: worker 1 from there" + FIRST),
      not(1, "copy 2 passes it: it holds copy 1 of the chunk")
    };
    decided(
        chunk("c1"),
        new Reason(
            "generation 1; fetched by " + peer(0) + ", " + peer(1) + ", " + peer(2),
            "chunks 5",
            List.of(workers)));
    decided(
        worker(0),
        new Reason(
            "generation 1: fetches 1, fetches again 0, drops 0; it holds 1 chunk, 1073741824 of"
                + " 10737418240 bytes, as reliable",
            "chunks 5"));
    now(
        chunk("c1"),
        "has 3 copies in generation 1; weight 1 has the factor 3: the weight asks for 29 copies,"
            + " and 3 workers count: each copy is on a worker of its own",
        "chunks 4",
        workers);
  }

  /**
   * Three workers count, one with room for one chunk. Four copies of 300 bytes twice fit the budget
   * of 2400. The fourth worker gets what a pass over all gives it: two chunks.
   */
  @Test
  void aCopyWithoutRoomIsToldWithEveryWorkerAndTheNearestOfThemLimitsTheFactor() {
    network.send(
        0,
        policy()
            .setRings(1)
            .setOrder(PlacementOrder.HEAD)
            .setMinReplication(1)
            .setSaturation(1.0)
            .build());
    network.send(
        0,
        ping(0).setCapacityBytes(1000).build(),
        ping(1).setCapacityBytes(400).build(),
        ping(2).setCapacityBytes(1000).build(),
        ping(3).setCapacityBytes(1000).setSuspicious(true).build());
    decided(
        worker(3),
        new Reason(
            "joins the network as SUSPICIOUS (its ping says that it is suspicious), says that it"
                + " can hold 1000 bytes",
            "chunks 2"),
        new Reason("its whole set is published: 0 chunks, 0 bytes", "chunks 7"));
    network.send(0, listing(Map.of("a", 300L)), listing(Map.of("b", 300L)));
    network.tick(1000);

    String suspicious =
        " passes it: it is SUSPICIOUS, its ping says that it is suspicious, and the first pass is"
            + " over reliable ones";
    String full = " passes it: 300 of 400 bytes are taken at its turn, and the chunk has 300";
    String wide = " of the pass over all workers";
    String thrown = " comes to it, and a reliable worker holds what the first pass gives it";
    now(
        chunk("b"),
        "has 2 copies in generation 1, and 1 on unreliable workers; weight 1 has the factor 3: the"
            + " weight asks for 4 copies, and 3 workers count: each copy is on a worker of its own;"
            + " no worker may hold copy 3",
        "chunks 5",
        on(0, "copy 1 starts on ring 0 at 6ee2bea84e2b565c: worker 1 from there" + FIRST),
        on(2, "copy 2 starts on ring 0 at 9304241d4999aca7: worker 4 from there" + FIRST),
        new Candidate(
            worker(3),
            true,
            "copy 2" + wide + " starts on ring 0 at 9304241d4999aca7: worker 2 from there" + FIRST,
            "chunks 6"),
        not(0, "copy 2 passes it: it holds copy 1 of the chunk"),
        not(3, "copy 2" + suspicious, 6),
        not(1, "copy 2" + full),
        not(2, "copy 3 passes it: it holds copy 2 of the chunk"),
        not(0, "copy 3 passes it: it holds copy 1 of the chunk"),
        not(3, "copy 3" + suspicious, 6),
        not(1, "copy 3" + full),
        not(0, "copy 1" + wide + thrown, 6),
        not(0, "copy 2" + wide + " passes it: it holds copy 1 of the chunk"),
        not(2, "copy 3" + wide + thrown, 6),
        not(0, "copy 4" + wide + " passes it: it holds copy 1 of the chunk"),
        not(3, "copy 4" + wide + " passes it: it holds copy 2 of the chunk"),
        not(1, "copy 4" + wide + full),
        not(2, "copy 4" + wide + " passes it: it holds copy 3 of the chunk"));
    now(
        worker(1),
        "is ONLINE; OFFLINE at 1970-01-01T00:10:00.001Z unless it pings; holds 1 chunk in"
            + " generation 1, 300 of 400 bytes; weight 1 has the factor 2: with 200 bytes more"
            + " at its turn it would take the next copy of s3://eth/b",
        "chunks 2");
    now(
        worker(3),
        "is SUSPICIOUS, its ping says that it is suspicious; OFFLINE at 1970-01-01T00:10:00.001Z"
            + " unless it pings; holds 2 chunks in generation 1, as unreliable, 600 of 1000 bytes",
        "chunks 2");
    Map<?, ?> limits =
        (Map<?, ?>)
            ChunksQueries.all().get("limits").answer(network.state(), new QueryArguments(Map.of()));
    Map<?, ?> weight = (Map<?, ?>) ((List<?>) limits.get("weights")).get(0);
    assertThat(weight.get("limit")).isEqualTo("ROOM");
    assertThat(weight.get("worker")).isEqualTo(peer(1));
    assertThat(weight.get("missingBytes")).isEqualTo(200L);
  }

  /**
   * A thousand bytes three times fill three workers. One byte more, and each chunk has one copy
   * less; without a worker, another one less; and then the fewest copies do not fit.
   */
  @Test
  void aByteTooManyTakesACopyOfEachChunk() {
    network.send(
        0,
        policy()
            .setRings(1)
            .setOrder(PlacementOrder.HEAD)
            .setMinReplication(1)
            .setSaturation(1.0)
            .build());
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).setCapacityBytes(1000).build());
    }
    network.send(0, listing(Map.of("a", 500L)), listing(Map.of("b", 500L)));
    network.tick(1000);
    decided(
        NETWORK_DATASET,
        new Reason("generation 1: weight 1 has 2 chunks with the factor 3", "chunks 4"));

    network.send(2000, listing(Map.of("c", 1L)));
    network.tick(3000);
    String fell = "weight 1 has the factor 2, 3 before";
    Candidate[] ofA = {
      on(0, "copy 1 starts on ring 0 at " + A + ": worker 1 from there" + FIRST),
      on(1, "copy 2 starts on ring 0 at f756bbffb044a8ab: worker 1 from there" + FIRST)
    };
    decided(
        chunk("a"),
        new Reason(
            "generation 2; dropped by " + peer(2) + "; 2 copies as before; " + fell,
            "chunks 4",
            List.of(ofA[0], ofA[1], not(2, "drops its copy: " + fell, 4))));
    decided(
        chunk("b"),
        new Reason(
            "generation 2; dropped by " + peer(1) + "; 2 copies as before; " + fell,
            "chunks 4",
            List.of(
                on(0, "copy 1 starts on ring 0 at 6ee2bea84e2b565c: worker 1 from there" + FIRST),
                on(2, "copy 2 starts on ring 0 at 9304241d4999aca7: worker 3 from there" + FIRST),
                not(0, "copy 2 passes it: it holds copy 1 of the chunk"),
                not(
                    1,
                    "copy 2 passes it: 501 of 1000 bytes are taken at its turn, and the chunk has"
                        + " 500"),
                not(1, "drops its copy: " + fell, 4))));
    decided(
        NETWORK_DATASET,
        new Reason("generation 2: weight 1 has 3 chunks with the factor 2, 3 before", "chunks 4"));
    now(chunk("a"), "has 2 copies in generation 2; weight 1 has the factor 2", "chunks 5", ofA);

    network.send(4000, ping(0).setLeaving(true).build());
    decided(
        worker(0),
        new Reason("leaves the network, as its ping says", "chunks 2"),
        new Reason("part 0 of its last whole set is withdrawn", "chunks 7"));
    network.tick(5000);
    fell = "weight 1 has the factor 1, 2 before";
    Candidate ofALast = on(1, "copy 1 starts on ring 0 at " + A + ": worker 1 from there" + FIRST);
    decided(
        chunk("a"),
        new Reason(
            "generation 3; dropped by " + peer(0) + "; 1 copy as before; " + fell,
            "chunks 4",
            List.of(ofALast, not(0, "drops its copy: it has left the network", 2))));

    network.send(6000, policy().setMinReplication(2).build());
    decided(chunk("a"), new Reason("the policy sets minReplication 2, 1 before", "chunks 1"));
    network.tick(7000);
    String lack =
        "1001 bytes of chunks, minReplication 2 times, are more than the 2000 bytes that 2 workers"
            + " have to give: saturation times their capacity";
    decided(chunk("a"));
    now(
        chunk("a"),
        "has 1 copy in generation 3; weight 1 has the factor 1; changes wait: generation 4 was"
            + " refused, and the next change tries it again: "
            + lack,
        "chunks 7",
        ofALast);
    network.send(8000, listing(Map.of("d", 1L), "c"));
    network.tick(9000);
    decided(
        chunk("c"),
        new Reason(
            "generation 4 is refused, so it waits, NOT_ENOUGH_CAPACITY: " + lack, "chunks 4"));
    now(
        chunk("d"),
        "is listed and has no copy yet: generation 4 was refused, and the next change tries it"
            + " again: "
            + lack,
        "chunks 7",
        not(1, "1000 of 1000 bytes are taken in generation 3, and the chunk has 1"),
        not(
            2,
            "1 of 1000 bytes are taken in generation 3, and the chunk has 1: it would fit beside"
                + " them"));
  }

  /**
   * 460 bytes fit once into the budget of 891, and 412 bytes twice. Worker 1 has no room for all of
   * the 412. So less data has a generation refused.
   */
  @Test
  void aFactorThatRisesIsNamedWhereItHasAGenerationRefused() {
    network.send(0, policy().setRings(1).setMinReplication(1).build());
    network.send(0, ping(0).setCapacityBytes(500).build(), ping(1).setCapacityBytes(400).build());
    network.send(0, listing(Map.of("a", 250L, "b", 161L, "c", 49L)));
    network.tick(1000);
    network.send(2000, listing(Map.of("d", 1L), "c"));
    network.tick(3000);

    String lack = "copy 2 of chunk b of s3://eth, 161 bytes, fits on none of 2 workers";
    String rose = "; weight 1 would have the factor 2, 1 before";
    String beside = ": it would fit beside them";
    decided(
        NETWORK_DATASET,
        new Reason("generation 2 is refused, NO_WORKER_FOR_CHUNK: " + lack + rose, "chunks 5"));
    assertThat(network.decided(chunk("b")).get(0).what()).endsWith(lack + rose);
    assertThat(network.decided(chunk("c")).get(0).what()).endsWith(lack + rose);
    now(
        chunk("d"),
        "is listed and has no copy yet: generation 2 was refused, and the next change tries it"
            + " again: "
            + lack
            + rose,
        "chunks 7",
        not(0, "460 of 500 bytes are taken in generation 1, and the chunk has 1" + beside),
        not(1, "0 of 400 bytes are taken in generation 1, and the chunk has 1" + beside));

    network.send(4000, policy().setOrder(PlacementOrder.HEAD).build());
    network.tick(5000);
    assertThat(network.state().standing().generation()).isEqualTo(2);
  }

  /** Two of three workers have the version that the segment asks for. */
  @Test
  void aWorkerWithAnOldVersionIsPassedAndAChunkBeforeTheFirstSegmentIsNotStored() {
    String early = "0000000000/0000000000-0000000099-aaaa";
    String late = "0000000000/0000000100-0000000199-bbbb";
    network.send(
        0,
        policy()
            .setRings(1)
            .setOrder(PlacementOrder.HEAD)
            .setMinReplication(1)
            .setSegments(Map.of(DATASET, List.of(new DatasetSegment(100L, 1.0, "2.8.0"))))
            .build());
    network.send(
        0,
        ping(0).setVersion("2.8.0").build(),
        ping(1).setVersion("2.7.0").build(),
        ping(2).setVersion("2.8.0").build(),
        listing(Map.of(early, GIB)),
        listing(Map.of(late, GIB)));
    network.tick(1000);
    now(
        chunk(early),
        "is listed and not stored: it begins at block 0, and the first segment at block 100",
        "chunks 1");
    Reason why = network.now(chunk(late));
    assertThat(why.what())
        .startsWith("has 2 copies in generation 1; weight 1 has the factor 3: ")
        .endsWith("; no worker may hold copy 3");
    assertThat(why.candidates())
        .filteredOn(Candidate::chosen)
        .extracting(Candidate::thing)
        .containsExactlyInAnyOrder(worker(0), worker(2));
    assertThat(why.candidates())
        .filteredOn(one -> one.thing().equals(worker(1)))
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(one.why())
                    .endsWith("passes it: it says version 2.7.0, and the segment asks for 2.8.0"));
  }

  @Test
  void whatAListingOfManyRecordsWillDoIsToldBeforeItIsComplete() {
    network.send(0, policy().setRings(1).setMinReplication(1).build(), ping(0).build());
    network.send(0, part("l", 0, 2, Map.of("a", 5L)).build());
    decided(
        chunk("a"),
        new Reason(
            "listing l has it with 5 bytes once it is complete: 1 of 2 parts came", "chunks 1"));
    now(
        chunk("a"),
        "is not listed yet: the open listing l gives it 5 bytes when all parts are there, 1 of 2"
            + " came",
        "chunks 1");
    now(
        NETWORK_DATASET,
        "has 0 chunks listed, 0 bytes; the open listing l changes them: 1 of 2 parts came, it"
            + " expires at 1970-01-01T00:10:00.001Z unless another comes",
        "chunks 1");
    network.send(1, part("l", 1, 2, Map.of("b", 5L)).build());
    decided(
        chunk("a"),
        new Reason(
            "listing l is complete and adds it with 5 bytes; a generation is due at"
                + " 1970-01-01T00:00:00.251Z",
            "chunks 1"));
    network.tick(1000);
    network.send(2000, part("m", 0, null, Map.of(), "a").build());
    network.tick(1_000_000);
    decided(
        chunk("a"),
        new Reason("listing m is EXPIRED, so that it no longer removes it", "chunks 1"));
  }
}
