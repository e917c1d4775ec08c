package dev.rota.kernel.ledger;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.breaksTheRules;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.testing.Book;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns are replayed, each alone in its page. */
final class PartitionReplayTest {
  private final AlarmDomain domain = new AlarmDomain();
  private final Book book = new Book(domain);

  /** Every kind of turn: inputs, ticks, a dead letter, faults of an input and of a deadline. */
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
    var verdicts = book.replayed(domain);

    assertThat(verdicts).hasSize(7).allMatch(ReplayVerdict.Same.class::isInstance);
    for (int i = 0; i < verdicts.size(); i++) {
      var decided = ((ReplayVerdict.Same) verdicts.get(i)).decided();
      assertThat(decided.toBytes()).isEqualTo(book.turns().get(i).toBytes());
    }
  }

  @Test
  void aFaultIsDecidedAgainAsAFault() {
    var fault = (ReplayVerdict.Same) book.replayed(domain).get(4);

    assertThat(fault.decided().entry().reason()).isEqualTo(Output.ENGINE_FAULT);
    assertThat(fault.decided().stateDigest()).isEqualTo(book.turns().get(3).stateDigest());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyTrafficOfMixedLanesIsDecidedAgain(long seed) {
    var mixed = new Book(domain);
    var home = DomainTraffic.of(domain).start("home", seed);
    var work = DomainTraffic.of(domain).start("work", seed + 100);
    for (int i = 0; i < 500; i++) {
      var lane = i * seed % 3 == 0 ? "home" : "work";
      var event = (lane.equals("home") ? home : work).next();
      mixed.take(event.topic(), lane, event.atMillis(), event.record());
    }

    assertThat(mixed.replayed(domain)).hasSize(500).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void theStateIsThatOfTheLane() {
    var replay = new PartitionReplay(domain);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    book.pages(1).forEach(page -> replay.page(page, verdicts::add));

    assertThat(domain.engine().nextDeadline((AlarmState) replay.state("home"), null).atMillis())
        .isEqualTo(2_610);
    assertThat(replay.state("elsewhere")).isNull();
  }

  @Test
  void aTickOfALaneWithoutATurnIsNone() {
    var ghost = new Book(domain);
    ghost.tick("ghost", 1);

    var differs = (ReplayVerdict.Differs) ghost.replayed(domain).get(0);
    assertThat(differs.divergence().what()).isEqualTo("a tick without a deadline");
  }
}
