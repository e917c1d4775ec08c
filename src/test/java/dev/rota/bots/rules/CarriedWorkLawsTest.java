package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * In any history a lease says to run what was submitted, bit for bit and each time anew, and an
 * outcome has the result that the bot reported.
 */
class CarriedWorkLawsTest {
  private static final long SEEDS = 12;
  private static final int EVENTS = 400;
  private static final String GRID = "builds";

  /** What the law has met, so that it is known to have met it. */
  private final Set<String> met = new HashSet<>();

  private final Map<String, Submitted> accepted = new HashMap<>();
  private final Map<String, String> sessions = new HashMap<>();

  @Test
  void whatIsSubmittedIsLeasedAndWhatIsReportedIsTold() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      accepted.clear();
      sessions.clear();
      BotsDomain domain = new BotsDomain();
      Book book = new Book(domain);
      Iterator<Traffic.Event> history = DomainTraffic.of(domain).hostile(GRID, seed);
      for (int i = 0; i < EVENTS; i++) {
        Traffic.Event event = history.next();
        if (event.record() != null) {
          book.take(event.topic(), GRID, event.atMillis(), event.record())
              .published()
              .forEach(output -> see(event.record(), output));
        }
      }
    }

    assertThat(met)
        .contains(
            "payload null",
            "payload 0",
            "payload 4096",
            "payload of some bytes",
            "a later attempt",
            "an own action",
            "a shared action",
            "result null",
            "result 0",
            "result 16384",
            "result of some bytes",
            "RETRIED with a result",
            "no report");
  }

  private void see(SpecificRecord input, Output output) {
    if (output.record() instanceof Lease lease) {
      see(lease);
    } else if (output.record() instanceof GridOutcome outcome) {
      if (outcome.getEvent() instanceof JobOutcome job) {
        see(input, job);
      } else if (outcome.getEvent() instanceof BotOutcome bot
          && bot.getOutcome() == BotOutcomeKind.REGISTERED) {
        sessions.put(bot.getBot(), bot.getSession());
      }
    }
  }

  private void see(Lease lease) {
    assertThat(lease.getSession()).isEqualTo(sessions.get(lease.getBot()));
    if (lease.getState() != LeaseState.ACTIVE) {
      assertThat(lease.getPayload()).isNull();
      return;
    }
    Submitted asked = accepted.get(lease.getJob());
    assertThat(lease.getPayload()).isEqualTo(asked.getPayload());
    assertThat(lease.getAction()).isEqualTo(asked.getAction());
    met.add(told("payload", lease.getPayload(), 4096));
    if (lease.getAttempt() > 1 && lease.getPayload() != null) {
      met.add("a later attempt");
    }
    if (lease.getAction() != null) {
      met.add(lease.getAction().startsWith("action of") ? "an own action" : "a shared action");
    }
  }

  private void see(SpecificRecord input, JobOutcome outcome) {
    if (EnumSet.of(JobOutcomeKind.QUEUED, JobOutcomeKind.UNSCHEDULABLE)
            .contains(outcome.getOutcome())
        && outcome.getOperation() != null) {
      accepted.put(outcome.getJob(), (Submitted) ((JobEvent) input).getEvent());
    }
    boolean over =
        outcome.getOutcome() == JobOutcomeKind.COMPLETED
            || outcome.getOutcome() == JobOutcomeKind.RETRIED;
    if (!over || outcome.getReason() != null && !isFailure(outcome)) {
      assertThat(outcome.getResult()).isNull();
      met.add("no report");
      return;
    }
    LeaseReport report =
        ((BotHeartbeat) input)
            .getLeases().stream()
                .filter(one -> one.getJob().equals(outcome.getJob()))
                .filter(one -> one.getState() == ReportedState.COMPLETED)
                .findFirst()
                .orElseThrow();
    assertThat(outcome.getResult()).isEqualTo(report.getResult());
    met.add(told("result", outcome.getResult(), 16_384));
    if (outcome.getOutcome() == JobOutcomeKind.RETRIED && outcome.getResult() != null) {
      met.add("RETRIED with a result");
    }
  }

  private static boolean isFailure(JobOutcome outcome) {
    return outcome.getReason() == dev.rota.bots.JobReason.LEASE_FAILED;
  }

  private static String told(String what, ByteBuffer bytes, int max) {
    if (bytes == null) {
      return what + " null";
    }
    int size = bytes.remaining();
    return what + " " + (size == 0 || size == max ? String.valueOf(size) : "of some bytes");
  }
}
