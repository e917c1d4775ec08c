package dev.rota.ledger;

import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static dev.rota.testing.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.testing.alarms.wire.AlarmWire.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domain.Output;
import dev.rota.table.Sha256;
import dev.rota.testing.Book;
import dev.rota.testing.alarms.AlarmDomain;
import dev.rota.testing.alarms.model.AlarmFact;
import dev.rota.testing.alarms.model.AlarmInput;
import dev.rota.testing.alarms.model.AlarmState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplayTest {
  private final AlarmDomain domain = new AlarmDomain();
  private final Book<AlarmState, AlarmInput, AlarmFact> book = new Book<>(domain);

  /** Every kind of entry: inputs, ticks, a dead letter, faults of an input and of a deadline. */
  @BeforeEach
  void write() {
    book.take(SETTINGS, "home", 1_000, set("home", "tea", 300));
    book.take(SETTINGS, "home", 1_100, set("home", "egg", 900));
    book.tick("home", 1_300);
    book.unreadable(CANCELS, "home", 1_400, new byte[] {9, 9, 9});
    book.take(SETTINGS, "home", 2_500, breaksTheRules("home"));
    book.take(CANCELS, "home", 1_200, cancel("home", "tea"));
    book.take(SETTINGS, "home", 2_600, set("home", "cake", 10));
  }

  @Test
  void whatWasDecidedIsDecidedAgainByteForByte() {
    var verdicts = replay(book.entries());

    assertThat(verdicts).hasSize(7).allMatch(Verdict.Same.class::isInstance);
    for (int i = 0; i < verdicts.size(); i++) {
      var decided = ((Verdict.Same) verdicts.get(i)).decided();
      assertThat(decided.toBytes()).isEqualTo(book.turns().get(i).toBytes());
    }
  }

  @Test
  void aFaultIsDecidedAgainAsAFault() {
    var fault = (Verdict.Same) replay(book.entries()).get(4);

    assertThat(fault.decided().entry().reason()).isEqualTo(Output.ENGINE_FAULT);
    assertThat(fault.decided().stateDigest())
        .isEqualTo(new EntryWire().decode(book.entries().get(3)).stateDigest());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyTrafficOfMixedLanesIsDecidedAgain(long seed) {
    var mixed = new Book<>(domain);
    var home = domain.traffic().start("home", seed);
    var work = domain.traffic().start("work", seed + 100);
    for (int i = 0; i < 500; i++) {
      var lane = i * seed % 3 == 0 ? "home" : "work";
      var event = (lane.equals("home") ? home : work).next();
      mixed.take(event.topic(), lane, event.atMillis(), event.record());
    }

    assertThat(replay(mixed.entries())).hasSize(500).allMatch(Verdict.Same.class::isInstance);
  }

  @Test
  void theStateIsThatOfTheLane() {
    var replay = new Replay<>(domain);
    book.entries().forEach(replay::next);

    assertThat(domain.engine().nextDeadline(replay.state("home"), null).atMillis())
        .isEqualTo(2_610);
    assertThat(replay.state("elsewhere")).isNull();
  }

  @Test
  void everySingleEditedByteOfEveryEntryIsFound() {
    int edits = 0;
    for (int at = 0; at < book.entries().size(); at++) {
      for (int i = 0; i < book.entries().get(at).length; i++) {
        for (int flip : new int[] {0x01, 0x02, 0x10, 0x80, 0xff}) {
          var edited = new ArrayList<>(book.entries());
          edited.set(at, edited.get(at).clone());
          edited.get(at)[i] ^= (byte) flip;
          edits++;

          assertThat(replay(edited))
              .as("byte %s of turn %s with %s", i, at + 1, flip)
              .anyMatch(verdict -> !(verdict instanceof Verdict.Same));
        }
      }
    }
    assertThat(edits).isGreaterThan(5_000);
  }

  @Test
  void anEditIsNamedByItsTurnAndItsField() {
    assertThat(
            edited(
                2,
                "time",
                entry -> with(entry, entry.turn().atMillis() - 1_000, entry.turn().outputs())))
        .isEqualTo("1100, found 300");
    assertThat(
            edited(
                2,
                "number of outputs",
                entry -> with(entry, entry.turn().atMillis(), entry.turn().outputs() + 1)))
        .isEqualTo("1, found 2");
    assertThat(edited(3, "input", ReplayTest::withoutReason))
        .isEqualTo("an input that can be decided, found an unreadable record without a reason");
    // A later tick rings as well: only the seal knows.
    edited(2, "seal", entry -> with(entry, entry.turn().atMillis() + 1, entry.turn().outputs()));
  }

  @Test
  void aRemovedEntryIsFoundAtTheNextOne() {
    for (int at = 1; at < book.entries().size() - 1; at++) {
      var entries = new ArrayList<>(book.entries());
      entries.remove(at);

      var difference = difference(entries).orElseThrow();
      assertThat(difference.what()).isEqualTo("turns are missing before this one");
      assertThat(difference.number()).isEqualTo(at + 2);
      assertThat(difference.expected()).isEqualTo("turn " + (at + 1));
    }
  }

  @Test
  void aRepeatedEntryIsFound() {
    for (int at = 0; at < book.entries().size(); at++) {
      var entries = new ArrayList<>(book.entries());
      entries.add(at, entries.get(at));

      var difference = difference(entries).orElseThrow();
      assertThat(difference.what()).isEqualTo("a turn is repeated or out of order");
      assertThat(difference.number()).isEqualTo(at + 1);
    }
  }

  @Test
  void behindARepeatedEntryTheLaneIsStillDecidedAgain() {
    var entries = new ArrayList<>(book.entries());
    entries.add(3, entries.get(1));

    assertThat(replay(entries).get(3)).isInstanceOf(Verdict.Differs.class);
    entries.remove(3);
    assertThat(replay(entries)).allMatch(Verdict.Same.class::isInstance);
    entries.add(3, entries.get(1));
    assertThat(replay(entries).subList(4, 8)).allMatch(Verdict.Same.class::isInstance);
  }

  @Test
  void otherBytesOfTheSameEntryAreADifference() {
    for (int at = 0; at < book.entries().size(); at++) {
      var entries = new ArrayList<>(book.entries());
      byte[] bytes = entries.get(at);
      byte[] longer = new byte[bytes.length + 1];
      System.arraycopy(bytes, 1, longer, 2, bytes.length - 1);
      longer[0] = (byte) (bytes[0] | 0x80); // the length of the lane's name, a byte too long
      entries.set(at, longer);

      assertThat(new EntryWire().decode(longer)).isNotNull();
      assertThat(difference(entries).orElseThrow().what()).isEqualTo("encoding");
    }
  }

  @Test
  void aTickThatNothingIsDueForIsNoTurn() {
    book.tick("home", 2_605);
    var idle = difference(book.entries()).orElseThrow();
    assertThat(idle.number()).isEqualTo(8);
    assertThat(idle.what()).isEqualTo("a tick without a deadline");

    var ghost = new Book<>(domain);
    ghost.tick("ghost", 1);
    assertThat(difference(ghost.entries()).orElseThrow().what())
        .isEqualTo("a tick without a deadline");
  }

  @Test
  void swappedEntriesAreFound() {
    for (int at = 0; at < book.entries().size() - 1; at++) {
      var entries = new ArrayList<>(book.entries());
      Collections.swap(entries, at, at + 1);

      assertThat(difference(entries)).as("turns %s and %s", at + 1, at + 2).isPresent();
    }
  }

  @Test
  void anEntryOfAnotherLaneOrAnotherHistoryIsFound() {
    var other = new Book<>(domain);
    other.take(SETTINGS, "home", 1_000, set("home", "tea", 300));
    other.take(SETTINGS, "home", 1_100, set("home", "egg", 901));
    var entries = new ArrayList<>(book.entries());
    entries.set(1, other.entries().get(1));

    assertThat(difference(entries).orElseThrow().number()).isEqualTo(3);
  }

  @Test
  void behindADifferenceNothingIsCalledTheSameButOtherLanesGoOn() {
    var entries = new ArrayList<>(book.entries().subList(0, 1));
    entries.add(book.entries().get(2));
    entries.add(book.entries().get(3));
    var other = new Book<>(domain);
    other.take(SETTINGS, "work", 1, set("work", "tea", 300));
    entries.add(other.entries().get(0));

    assertThat(replay(entries))
        .extracting(verdict -> verdict.getClass().getSimpleName())
        .containsExactly("Same", "Differs", "Unproved", "Same");
  }

  @Test
  void withoutItsBeginningALedgerIsUnprovedAndItsSealsAreStillHeld() {
    var tail = new ArrayList<>(book.entries().subList(2, 7));
    assertThat(replay(tail)).hasSize(5).allMatch(Verdict.Unproved.class::isInstance);

    byte[] edited = tail.get(2).clone();
    edited[edited.length - Sha256.BYTES - 3] ^= 1;
    tail.set(2, edited);
    var difference = difference(tail).orElseThrow();
    assertThat(difference.number()).isEqualTo(5);
    assertThat(difference.what()).isEqualTo("seal");

    var gap = new ArrayList<>(book.entries().subList(2, 7));
    gap.remove(2);
    assertThat(difference(gap).orElseThrow().what()).isEqualTo("turns are missing before this one");
  }

  @Test
  void bytesThatAreNoEntryAreADifferenceAndNoAccident() {
    var difference = difference(List.of(new byte[] {1, 2, 3})).orElseThrow();
    assertThat(difference.what()).isEqualTo("the entry cannot be read");
    assertThat(difference.lane()).isNull();

    byte[] longer = Arrays.copyOf(book.entries().get(0), 1_000);
    assertThat(difference(List.of(longer)).orElseThrow().found()).contains("after its end");
    assertThat(difference(List.of(new byte[0]))).isPresent();
  }

  private interface Edit {
    EntryWire.Sealed of(EntryWire.Sealed entry);
  }

  /** What was found, after checking that it was found at this turn, in this field. */
  private String edited(int at, String what, Edit edit) {
    var wire = new EntryWire();
    var entries = new ArrayList<>(book.entries());
    entries.set(at, wire.encode(edit.of(wire.decode(entries.get(at)))));
    var difference = difference(entries).orElseThrow();
    assertThat(difference.number()).isEqualTo(at + 1);
    assertThat(difference.what()).isEqualTo(what);
    assertThat(difference.lane()).isEqualTo("home");
    return difference.expected() + ", found " + difference.found();
  }

  private static EntryWire.Sealed with(EntryWire.Sealed sealed, long atMillis, int outputs) {
    Entry entry = sealed.turn();
    Entry edited =
        new Entry(
            entry.lane(),
            entry.number(),
            atMillis,
            entry.kind(),
            entry.source(),
            entry.reason(),
            entry.key(),
            entry.input(),
            outputs,
            entry.outputsDigest(),
            entry.rules());
    return new EntryWire.Sealed(edited, sealed.stateDigest(), sealed.seal());
  }

  private static EntryWire.Sealed withoutReason(EntryWire.Sealed sealed) {
    Entry entry = sealed.turn();
    Entry edited =
        new Entry(
            entry.lane(),
            entry.number(),
            entry.atMillis(),
            entry.kind(),
            entry.source(),
            null,
            entry.key(),
            entry.input(),
            entry.outputs(),
            entry.outputsDigest(),
            entry.rules());
    return new EntryWire.Sealed(edited, sealed.stateDigest(), sealed.seal());
  }

  private Optional<Verdict.Divergence> difference(List<byte[]> entries) {
    return replay(entries).stream()
        .filter(Verdict.Differs.class::isInstance)
        .map(verdict -> ((Verdict.Differs) verdict).divergence())
        .findFirst();
  }

  private List<Verdict> replay(List<byte[]> entries) {
    var replay = new Replay<>(domain);
    return entries.stream().map(replay::next).toList();
  }
}
