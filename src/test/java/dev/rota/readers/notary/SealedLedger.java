package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.MovedState;
import dev.rota.kernel.table.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes a ledger's records, each sealed over the one before it. */
final class SealedLedger {
  private static final int PAGE_TURNS = 13;
  private static final long MILLIS = 1_700_000_000_000L;

  private final int turnsMax;
  private final PageWriter pages = new PageWriter(0, PageEnd.START);
  private final Map<String, Long> numbers = new HashMap<>();
  private final List<byte[]> records = new ArrayList<>();

  /** Of each record, how many turns there are up to its end. */
  private final List<Integer> turnsUpTo = new ArrayList<>();

  private final List<SignedPage> signed = new ArrayList<>();
  private final List<TurnEntry> open = new ArrayList<>();

  /** Its pages have 1 to 13 turns. */
  SealedLedger() {
    this(PAGE_TURNS);
  }

  private SealedLedger(int turnsMax) {
    this.turnsMax = turnsMax;
  }

  /** The turns of two lanes in turn. */
  static SealedLedger of(int turns) {
    return of(turns, PAGE_TURNS);
  }

  /** The same in pages of at most so many turns. */
  static SealedLedger of(int turns, int turnsMax) {
    SealedLedger ledger = new SealedLedger(turnsMax);
    for (int i = 0; i < turns; i++) {
      ledger.turn(i % 3 == 0 ? "kusama" : "polkadot", "decision " + i);
    }
    return ledger;
  }

  /** The records that a turn publishes. */
  static List<PublishedOutput> outputs(String... what) {
    return Stream.of(what)
        .map(one -> new PublishedOutput(Channel.OUTCOMES, "test 1", null, one.getBytes(UTF_8)))
        .toList();
  }

  /** Adds a turn that published this. A page that is full is closed. */
  void turn(String lane, String... what) {
    long number = numbers.merge(lane, 1L, Long::sum);
    byte[] digest = OutputEvidence.digest(outputs(what));
    add(
        new TestTurn(lane, TurnEntry.Kind.TICK, number, MILLIS + number)
            .outputs(what.length)
            .outputsDigest(digest)
            .entry());
  }

  /** Adds the turn with which a lane comes that has had so many turns elsewhere. */
  void arrival(String lane, long turns) {
    numbers.put(lane, turns + 1);
    add(arrival(lane, turns, 1));
  }

  /** A turn with which a piece of a lane comes. */
  static TurnEntry arrival(String lane, long turns, int piece) {
    MovedState state = new MovedState(2, "00".repeat(Sha256.BYTES), Engine.NEVER, false);
    LaneArrival arrival = new LaneArrival(1, turns, piece, state, new byte[0]);
    return new TestTurn(lane, TurnEntry.Kind.ARRIVE, arrival.number(), MILLIS + arrival.number())
        .input(arrival.toBytes())
        .entry();
  }

  private void add(TurnEntry turn) {
    open.add(turn);
    if (open.size() == 1 + records.size() * 5 % turnsMax) {
      close();
    }
  }

  /** Closes the last page. */
  private void close() {
    if (open.isEmpty()) {
      return;
    }
    open.forEach(pages::add);
    byte[] record = pages.close(_ -> 7).bytes();
    for (TurnEntry turn : open) {
      signed.add(SignedPage.of(record, turn.lane(), turn.number()));
    }
    open.clear();
    records.add(record);
    turnsUpTo.add(signed.size());
  }

  /** All records, all pages closed. */
  List<byte[]> records() {
    close();
    return records;
  }

  /** How many records have no more turns than this. */
  int recordsUpTo(int turns) {
    close();
    return (int) turnsUpTo.stream().filter(all -> all <= turns).count();
  }

  /** How many turns so many records have. */
  int turnsOf(int count) {
    return count == 0 ? 0 : turnsUpTo.get(count - 1);
  }

  /** What the leaf of a turn is made of, from 0. */
  SignedPage signed(int turn) {
    close();
    return signed.get(turn);
  }

  /** Compares the log's last record, as a notary does at its start. */
  void meet(PartitionLog log) {
    if (log.size() > 0) {
      int last = recordsUpTo((int) log.size()) - 1;
      log.meet(offset(last), records.get(last));
    }
  }

  /** The log takes nothing of a record that does not follow. */
  static void refused(PartitionLog log, byte[] record, String why) {
    long size = log.size();
    assertThatThrownBy(() -> log.take(999, record))
        .isInstanceOf(LedgerRewritten.class)
        .hasMessageContaining(why);
    assertThat(log.size()).isEqualTo(size);
  }

  /** Gives the log the records that it does not have and that are within so many turns. */
  void follow(PartitionLog log, int turns, int signedEvery) {
    for (int i = recordsUpTo((int) log.size()); i < recordsUpTo(turns); i++) {
      long before = log.size() / signedEvery;
      log.take(offset(i), records.get(i));
      if (log.size() / signedEvery > before) {
        log.sign();
      }
    }
    log.sign();
  }

  /** As if transaction markers took every tenth offset. */
  static long offset(int record) {
    return (long) record + record / 9;
  }
}
