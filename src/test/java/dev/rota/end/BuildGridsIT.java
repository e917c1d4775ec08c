package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.readers.audit.AuditReport;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Build grids on a real broker, much of it hostile, through a stop and a start, to the proof. */
class BuildGridsIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final List<String> HOSTILE = List.of("releases", "research", "nightly");
  private static final String PEACEFUL = "builds";
  private static final int PARTITIONS = 4;
  private static final int THREADS = 2;
  private static final long SEED = 7;

  @TempDir private Path state;

  private final PastTraffic traffic = new PastTraffic(DomainTraffic.of(BOTS), SEED);

  @Test
  void hostileGridsAreProvedAfterAStopInTheMiddle() throws Exception {
    try (DomainCluster cluster = new DomainCluster(BOTS, PARTITIONS);
        Committed inputs = Committed.inputs(cluster.bootstrap(), BOTS.name())) {
      long half = traffic.begin(cluster, PEACEFUL, HOSTILE);
      cluster.decide(
          state, THREADS, () -> inputs.count() > half / 5 && traffic.end(cluster) > half);
      long total = traffic.sent();
      cluster.decide(state, THREADS, () -> inputs.count() >= total);

      AuditReport report = cluster.audit();
      List<Lease> leases = cluster.values("bots-assignments", Lease.class);
      List<GridOutcome> outcomes = cluster.values("bots-outcomes", GridOutcome.class);
      System.out.printf(
          "build grids: %d inputs, %d turns, %d leases, %d outcomes, %d dead letters%n",
          total, report.turns(), leases.size(), outcomes.size(), report.deadLetters());
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.lanes()).isEqualTo(HOSTILE.size() + 1 + traffic.partitionsOfUnreadable());
      assertThat(report.inputs()).isEqualTo(total);
      assertThat(report.waitingInputs()).isZero();
      assertThat(report.faults()).isZero();
      assertThat(report.deadLetters()).isEqualTo(traffic.unreadable()).isPositive();
      assertThat(report.outputs()).isEqualTo(leases.size() + outcomes.size());
      assertNoJobHasTwoLeases(leases);
    }
  }

  /** As a bot sees it: a job starts where it does not run, and ends as what it was started as. */
  private static void assertNoJobHasTwoLeases(List<Lease> leases) {
    Map<String, String> running = new HashMap<>();
    TreeSet<String> ends = new TreeSet<>();
    for (Lease lease : leases) {
      String job = lease.getGrid() + " " + lease.getJob();
      String start = lease.getBot() + " " + lease.getAttempt();
      if (lease.getState() == LeaseState.ACTIVE) {
        assertThat(running.put(job, start)).as("another lease of %s", lease).isNull();
      } else {
        assertThat(running.remove(job)).as("the lease that ends with %s", lease).isEqualTo(start);
        ends.add(lease.getState().name());
      }
    }
    assertThat(ends).contains("COMPLETED", "EXPIRED", "CANCELLED");
  }
}
