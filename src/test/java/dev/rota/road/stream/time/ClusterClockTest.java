package dev.rota.road.stream.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whose clock is believed, and when. */
class ClusterClockTest {
  private static final long START = 1_700_000_000_000L;
  private static final long HOUR = 3_600_000;

  /** What really is, which no clock need show. */
  private long monotonicMillis = 50_000;

  private long trueMillis = START;
  private long hostMillis = START;
  private final ClusterClock clock =
      new ClusterClock(() -> TimeUnit.MILLISECONDS.toNanos(monotonicMillis), () -> hostMillis);

  private void pass(long millis) {
    monotonicMillis += millis;
    trueMillis += millis;
    hostMillis += millis;
  }

  /** The ledger's last turn has this time. */
  private ClusterClock startedAgain(long decidedMillis) {
    return new ClusterClock(
        () -> TimeUnit.MILLISECONDS.toNanos(monotonicMillis), () -> hostMillis, decidedMillis);
  }

  private void hear(int broker, long offMillis) {
    hear(clock, broker, offMillis);
  }

  /** A broker answers within 10 ms; its clock is off by so much. */
  private void hear(ClusterClock by, int broker, long offMillis) {
    long sent = TimeUnit.MILLISECONDS.toNanos(monotonicMillis);
    pass(5);
    long appended = trueMillis + offMillis;
    pass(5);
    by.heard(broker, appended, sent, TimeUnit.MILLISECONDS.toNanos(monotonicMillis));
  }

  private void assertOff(long offMillis) {
    assertOff(clock, offMillis);
  }

  private void assertOff(ClusterClock of, long offMillis) {
    assertThat(of.nowMillis() - trueMillis).isBetween(offMillis - 10, offMillis + 10);
  }

  @Test
  void itIsTheBrokersTimeAndRunsOnBetweenTheirAnswers() {
    hostMillis += 500;
    hear(1, 200);
    assertOff(200);
    pass(HOUR);
    assertOff(200);
    assertThat(clock.doubted()).isEmpty();
  }

  @Test
  void aSlowAnswerSaysLittleAndAQuickOneMore() {
    long sent = TimeUnit.MILLISECONDS.toNanos(monotonicMillis);
    long appended = trueMillis + 1;
    pass(2_000);
    clock.heard(1, appended, sent, TimeUnit.MILLISECONDS.toNanos(monotonicMillis));
    assertThat(clock.nowMillis()).as("never before its time").isLessThanOrEqualTo(trueMillis);
    hear(1, 0);
    assertOff(0);
  }

  @Test
  void theHostsClockJumpsAndNothingHappens() {
    for (long jump : new long[] {HOUR, -HOUR}) {
      hear(1, 0);
      hostMillis = trueMillis + jump;
      hear(1, 0);
      pass(60_000);
      hear(1, 0);
      assertOff(0);
      assertThat(clock.doubted()).containsExactly("this host");
      hostMillis = trueMillis;
    }
  }

  @Test
  void theOnlyBrokersClockJumpsAndTimeRunsOn() {
    for (long jump : new long[] {HOUR, -HOUR}) {
      hear(1, 0);
      pass(1_000);
      hear(1, jump);
      pass(60_000);
      hear(1, jump);
      assertOff(0);
      assertThat(clock.doubted()).containsExactly("broker 1");
      hear(1, 0);
      assertThat(clock.doubted()).isEmpty();
    }
  }

  @Test
  void oneOfThreeBrokersJumpsAndTheOthersAreBelieved() {
    hostMillis -= HOUR;
    for (int broker = 1; broker <= 3; broker++) {
      hear(broker, broker);
    }
    assertOff(0);
    for (int round = 0; round < 3; round++) {
      hear(2, HOUR);
      hear(1, 0);
      hear(3, 0);
      assertOff(0);
    }
    assertThat(clock.doubted()).containsExactly("broker 2", "this host");
  }

  @Test
  void aHostThatWasSuspendedBelievesItsClockAndABroker() {
    for (int broker = 1; broker <= 3; broker++) {
      hear(broker, 0);
    }
    trueMillis += HOUR; // the monotonic clock stood still
    hostMillis += HOUR;
    hear(1, 0);
    assertOff(0);
    hear(2, 0);
    hear(3, 0);
    assertOff(0);
    assertThat(clock.doubted()).isEmpty();
  }

  @Test
  void aProcessThatStartsWithAWrongClockBelievesTheBrokers() {
    for (long off : new long[] {HOUR, -HOUR}) {
      hostMillis = trueMillis + off;
      hear(1, 0);
      hear(2, 0);
      assertOff(0);
    }
  }

  @Test
  void whereTwoDifferFromTheStartNothingExpiresEarly() {
    hear(1, HOUR);
    assertOff(0);
    hear(2, 0);
    assertOff(0);
    assertThat(clock.doubted()).containsExactly("broker 1");
  }

  @Test
  void whereTwoDifferFromTheStartOneThatIsBehindTheLedgerIsNotBelieved() {
    hostMillis -= HOUR;
    ClusterClock again = startedAgain(trueMillis - 60_000);
    hear(again, 1, 0);
    assertOff(again, 0);
    assertThat(again.doubted()).containsExactly("this host");
    pass(60_000);
    hear(again, 1, 0);
    assertOff(again, 0);
  }

  @Test
  void aLedgerThatIsAheadOfAllClocksProvesNothing() {
    hostMillis -= HOUR;
    ClusterClock again = startedAgain(trueMillis + HOUR);
    hear(again, 1, 0);
    assertOff(again, -HOUR); // the earlier ends nothing
  }

  @Test
  void aLedgerThatIsOldProvesNothing() {
    ClusterClock again = startedAgain(trueMillis - HOUR);
    hear(again, 1, HOUR);
    assertOff(again, 0);
    assertThat(again.doubted()).containsExactly("broker 1");
  }

  @Test
  void whereAllClocksAreBehindTheLedgerTheyAreBelieved() {
    ClusterClock again = startedAgain(trueMillis + HOUR);
    hear(again, 1, 0);
    assertOff(again, 0);
    assertThat(again.doubted()).isEmpty();
  }

  @Test
  void clocksThatAreLessThanThreeSecondsApartAgree() {
    hostMillis += 2_900;
    hear(1, 0);
    assertThat(clock.doubted()).isEmpty();
    hostMillis += 200;
    hear(1, 0);
    assertThat(clock.doubted()).containsExactly("this host");
    assertOff(0);
  }

  @Test
  void whereEveryClockJumpsElsewhereTimeRunsOn() {
    hear(1, 0);
    hostMillis += HOUR;
    hear(1, -2 * HOUR);
    assertOff(0);
    assertThat(clock.doubted()).containsExactly("broker 1", "this host");
  }

  @Test
  void whatAgreesIsBelievedAgain() {
    hostMillis -= HOUR;
    hear(1, 0);
    assertOff(-HOUR); // either may be right: the earlier ends nothing
    hostMillis += HOUR;
    hear(1, 0);
    assertOff(0);
    assertThat(clock.doubted()).isEmpty();
  }

  @Test
  void aClockThatDriftsIsFollowed() {
    hear(1, 0);
    for (int second = 1; second <= 3_600; second++) {
      pass(1_000);
      hostMillis += 50;
      hear(1, second * 50L);
      assertOff(second * 50L);
    }
  }
}
