package dev.rota.chunks.rules;

import static dev.rota.chunks.model.LoneNetwork.listing;
import static dev.rota.chunks.model.LoneNetwork.peer;
import static dev.rota.chunks.model.LoneNetwork.ping;
import static dev.rota.chunks.model.LoneNetwork.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.queries.ChunksQueries;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.domain.QueryArguments;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A worker whose pings cover too little of the time is unreliable (rule 2). */
class WorkerUptimeTest {
  private static final long MINUTE = 60_000;
  private static final long WINDOW = 12 * MINUTE;
  private static final int SEEDS = 300;

  private final LoneNetwork network = new LoneNetwork();

  private void ask(double least) {
    network.send(0, policy().setRings(10).setUptimeWindowMs(WINDOW).setMinUptime(least).build());
  }

  private WorkerStatus status() {
    return status(network);
  }

  private static WorkerStatus status(LoneNetwork network) {
    return network.state().nodes().get(peer(0)).status();
  }

  private WorkerUptime uptime() {
    return network.state().nodes().get(peer(0)).heard().uptime();
  }

  /** Only the last ping counts where nobody asks. */
  @Test
  void onePingAfterElevenSilentMinutesIsEnoughByDefault() {
    network.send(0, ping(0).build());
    network.send(11 * MINUTE, ping(0).build());
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
    assertThat(uptime()).isNull();
  }

  @Test
  void onePingAfterElevenSilentMinutesIsNotEnough() {
    ask(0.5);
    network.send(0, ping(0).build());
    assertThat(uptime().share()).isEqualTo(1);
    network.send(11 * MINUTE, ping(0).build());
    WorkerOutcome outcome = network.outcomes(WorkerOutcome.class).get(0);
    assertThat(outcome.getOutcome())
        .as("it is told when it comes about")
        .isEqualTo(WorkerOutcomeKind.CHANGED);
    assertThat(status()).isEqualTo(WorkerStatus.LOW_UPTIME);
    assertThat(network.state().nodes().get(peer(0)).reason())
        .isEqualTo("its pings cover less than 0.5 of the last 720000 ms");
  }

  /** A part of twelve minutes is twelve seconds; a ping covers a minute. */
  @Test
  void itFallsByTimeAloneAndRisesWithPings() {
    ask(0.75);
    for (long at = 0; at < WINDOW; at += MINUTE) {
      network.send(at, ping(0).build());
    }
    long falls = 15 * MINUTE + 12_000;
    network.tick(falls - 1);
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
    network.restart();
    network.tick(falls);
    WorkerOutcome low = network.outcome(WorkerOutcome.class);
    assertThat(low.getOutcome()).isEqualTo(WorkerOutcomeKind.CHANGED);
    assertThat(low.getStatus()).isEqualTo(Reliability.LOW_UPTIME);
    assertThat(low.getDetail())
        .isEqualTo(
            "its pings cover less than 0.75 of the last 720000 ms: 44 of 60 parts; enough at"
                + " 1970-01-01T00:15:12Z at the earliest, if it pings on");
    network.send(falls, ping(0).build());
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
  }

  @Test
  void copiesOfSuchAWorkerComeOnTop() {
    ask(0.9);
    for (int worker = 0; worker < 3; worker++) {
      network.send(0, ping(worker).build());
    }
    network.send(0, listing(Map.of("a", 10L)));
    network.tick(1000);
    for (long at = MINUTE; at <= 5 * MINUTE; at += MINUTE) {
      network.send(at, ping(1).build());
      network.send(at, ping(2).build());
    }
    network.tick(5 * MINUTE);
    network.send(5 * MINUTE, ping(0).build());
    network.send(6 * MINUTE, ping(1).build());
    network.send(6 * MINUTE, ping(2).build());
    assertThat(status()).isEqualTo(WorkerStatus.LOW_UPTIME);
    network.send(6 * MINUTE, listing(Map.of("b", 10L)));
    network.tick(6 * MINUTE + 1000);
    WorkerState state = state(network.outcome(NetworkStatus.class));
    assertThat(state.getStatus()).isEqualTo(Reliability.LOW_UPTIME);
    assertThat(state.getReason())
        .contains(" of 31 parts; enough at 1970-", " at the earliest, if it pings on");
    network.send(6 * MINUTE + 2000, policy().setMinUptime(0.0).build());
    assertThat(status()).as("nobody looks").isEqualTo(WorkerStatus.ONLINE);
  }

  private static WorkerState state(NetworkStatus status) {
    return status.getWorkers().stream()
        .filter(one -> one.getWorker().equals(peer(0)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPingThatIsReadLateCoversTheTimeAtWhichItWasSent() {
    ask(0.9);
    network.send(0, ping(1).build());
    network.send(10 * MINUTE, ping(1).build());
    network.send(0, ping(0).build());
    assertThat(network.outcome(WorkerOutcome.class).getStatus()).isEqualTo(Reliability.LOW_UPTIME);
    for (long at = MINUTE; at <= 10 * MINUTE; at += MINUTE) {
      network.send(at, ping(0).build());
    }
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
  }

  /** What was measured before nobody looked is forgotten. */
  @Test
  void itIsMeasuredAnewWhenItIsAskedForAgain() {
    ask(0.9);
    network.send(0, ping(0).build());
    network.send(6 * MINUTE, ping(0).build());
    assertThat(status()).isEqualTo(WorkerStatus.LOW_UPTIME);
    network.send(6 * MINUTE, policy().setMinUptime(0.0).build());
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
    assertThat(uptime()).isNull();
    network.restart();
    network.send(6 * MINUTE + 1, policy().setMinUptime(0.9).build());
    assertThat(status()).as("since its last ping, a moment ago").isEqualTo(WorkerStatus.ONLINE);
    assertThat(uptime().words()).isEqualTo("1 of 1 part");
    network.tick(8 * MINUTE);
    assertThat(status()).isEqualTo(WorkerStatus.LOW_UPTIME);
    assertThat(uptime().words()).isEqualTo("6 of 7 parts");
  }

  /** Another share looks at the same pings; another window or interval begins anew. */
  @Test
  void whatIsMeasuredGoesOnWhileItIsMeasuredAlike() {
    ask(0.9);
    network.send(0, ping(0).build());
    network.send(6 * MINUTE, ping(0).build());
    network.send(6 * MINUTE, policy().setMinUptime(0.1).build());
    assertThat(uptime().words()).isEqualTo("7 of 31 parts");
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
    network.send(6 * MINUTE, policy().setMinUptime(1.0).build());
    assertThat(status()).isEqualTo(WorkerStatus.LOW_UPTIME);
    network.send(6 * MINUTE, policy().setPingIntervalMs(2 * MINUTE).build());
    assertThat(uptime().words()).isEqualTo("1 of 1 part");
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
  }

  /** A ping covers no more than the window. */
  @Test
  void aWindowMayBeShorterThanThePingInterval() {
    network.send(
        0, policy().setMinUptime(1.0).setUptimeWindowMs(60L).setPingIntervalMs(MINUTE).build());
    network.send(1000, ping(0).build());
    network.tick(1060);
    assertThat(status()).isEqualTo(WorkerStatus.ONLINE);
    network.tick(1061);
    assertThat(status()).isEqualTo(WorkerStatus.LOW_UPTIME);
    assertThat(network.outcome(WorkerOutcome.class).getDetail())
        .endsWith(
            ": 59 of 60 parts; enough at 1970-01-01T00:00:01.061Z at the earliest, if it"
                + " pings on");
  }

  /** Who pings on from now is up enough exactly when that is told. */
  @Test
  void itIsEnoughExactlyWhenItIsTold() {
    int low = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      LoneNetwork one = new LoneNetwork();
      long part = 2 + random.nextLong(50);
      one.send(
          0,
          policy()
              .setMinUptime((1 + random.nextInt(100)) / 100.0)
              .setUptimeWindowMs(UptimeTerms.PARTS * part - random.nextInt(UptimeTerms.PARTS))
              .setPingIntervalMs(1 + random.nextLong(6 * part))
              .build());
      long now = 1 + random.nextLong(1000);
      for (int ping = random.nextInt(40); ping >= 0; ping--) {
        one.send(now, ping(0).build());
        now += random.nextLong(10 * part);
      }
      one.tick(now);
      Long until = until(one, now);
      if (until != null) {
        assertThat(risesAt(one, part, now)).as("seed %d", seed).isEqualTo(until);
        low++;
      }
    }
    assertThat(low).isGreaterThan(SEEDS / 4);
  }

  private static Long until(LoneNetwork network, long nowMillis) {
    QueryArguments args = new QueryArguments(Map.of("worker", peer(0), "at", nowMillis));
    Object answer = ChunksQueries.all().get("worker").answer(network.state(), args);
    return (Long) ((Map<?, ?>) answer).get("statusUntil");
  }

  private static long risesAt(LoneNetwork network, long part, long fromMillis) {
    long now = fromMillis;
    network.send(now, ping(0).build());
    while (status(network) == WorkerStatus.LOW_UPTIME) {
      network.tick(now + part - now % part - 1);
      assertThat(status(network)).isEqualTo(WorkerStatus.LOW_UPTIME);
      now += part - now % part;
      network.send(now, ping(0).build());
    }
    return now;
  }
}
