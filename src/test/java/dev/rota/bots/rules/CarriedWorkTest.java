package dev.rota.bots.rules;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.FieldLimits;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.queries.BotsQueries;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.QueryArguments;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** A lease says what to run, and an outcome what came of it. No rule looks at either. */
class CarriedWorkTest {
  private static final ByteBuffer PAYLOAD = ByteBuffer.wrap("cc -c a.c".getBytes(UTF_8));
  private static final ByteBuffer RESULT = ByteBuffer.wrap("a.o".getBytes(UTF_8));

  static {
    GeneratedClasses.trust();
  }

  private Grid grid = new Grid();
  private BotsWire wire = new BotsWire();
  private long now;

  private List<SpecificRecord> take(SpecificRecord input) {
    List<BotsFact> facts = grid.take(++now, wire.read(input));
    return facts.stream()
        .map(fact -> wire.write("grid", fact))
        .filter(Objects::nonNull)
        .map(Output::record)
        .toList();
  }

  private List<SpecificRecord> submit(String job, ByteBuffer payload) {
    return take(
        new JobEvent(
            "grid",
            Submitted.newBuilder()
                .setJob(job)
                .setAction("digest")
                .setDoNotCache(true)
                .setPayload(payload)
                .build()));
  }

  private List<SpecificRecord> beat(String bot, LeaseReport... reports) {
    return take(
        BotHeartbeat.newBuilder().setGrid("grid").setBot(bot).setLeases(List.of(reports)).build());
  }

  private static LeaseReport completed(String job, StatusCode code) {
    return new LeaseReport(job, ReportedState.COMPLETED, code, null, null, RESULT);
  }

  private static Lease lease(List<SpecificRecord> told) {
    return told.stream()
        .filter(Lease.class::isInstance)
        .map(Lease.class::cast)
        .filter(one -> one.getState() == LeaseState.ACTIVE)
        .findFirst()
        .orElseThrow();
  }

  private static JobOutcome outcome(List<SpecificRecord> told) {
    return told.stream()
        .filter(GridOutcome.class::isInstance)
        .map(one -> ((GridOutcome) one).getEvent())
        .filter(JobOutcome.class::isInstance)
        .map(JobOutcome.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLeaseSaysWhatToRunAndWhichSessionItBelongsTo() {
    beat("w");
    Lease lease = lease(submit("a", PAYLOAD));

    assertThat(lease.getPayload()).isEqualTo(PAYLOAD);
    assertThat(lease.getAction()).isEqualTo("digest");
    assertThat(lease.getSession()).isEqualTo("w/1");
  }

  @Test
  void noBytesAreNotTheSameAsNone() {
    beat("w");
    assertThat(lease(submit("a", ByteBuffer.allocate(0))).getPayload().remaining()).isZero();
    beat("w", completed("a", null));
    assertThat(lease(submit("b", null)).getPayload()).isNull();
  }

  @Test
  void aJobThatIsTriedAgainIsLeasedWithTheSameWork() {
    beat("w");
    submit("a", PAYLOAD);
    List<SpecificRecord> told = beat("w", completed("a", StatusCode.INTERNAL));

    assertThat(outcome(told).getResult()).as("of the attempt that failed").isEqualTo(RESULT);
    assertThat(lease(told).getAttempt()).isEqualTo(2);
    assertThat(lease(told).getPayload()).isEqualTo(PAYLOAD);
    grid.rebuild();
    take(BotHeartbeat.newBuilder().setGrid("grid").setBot("w").setClosing(true).build());
    Lease third = lease(beat("x"));
    assertThat(third.getPayload()).as("from the row").isEqualTo(PAYLOAD);
    assertThat(third.getSession()).isEqualTo("x/2");
  }

  @Test
  void aJobThatIsOverKeepsTheResultAndNotThePayload() {
    beat("w");
    submit("a", PAYLOAD);
    JobOutcome outcome = outcome(beat("w", completed("a", null)));

    assertThat(outcome.getResult()).isEqualTo(RESULT);
    for (int opened = 0; opened < 2; opened++) {
      assertThat(grid.state().job("a").spec().payload()).isNull();
      assertThat(((Over) grid.state().job("a").state()).result())
          .isEqualTo(OpaqueBytes.of(RESULT.array()));
      grid.rebuild();
    }
  }

  @Test
  void anAnswerHasSizeAndDigest() {
    submit("a", PAYLOAD);

    QueryArguments none = new QueryArguments(Map.of());
    var all = (Map<?, ?>) BotsQueries.all().get("state").answer(grid.state(), none);
    var job = (Map<?, ?>) ((Map<?, ?>) all.get("jobs")).get("a");
    assertThat(job.get("payload"))
        .isEqualTo(
            Map.of(
                "bytes",
                9,
                "sha256",
                "471c1efc39cab8a1d12c7b899c6aac9f7197eb2228c03385477cb438a0683999"));
  }

  @Test
  void olderRulesCarryNothingAndTheJobsOfThenHaveNoPayload() {
    grid = new Grid(RulesVersion.THIRD);
    wire = new BotsWire(RulesVersion.THIRD);
    submit("a", PAYLOAD);
    Lease old = lease(beat("w"));
    assertThat(old.getSession()).isNull();
    assertThat(old.getAction()).isNull();
    assertThat(old.getPayload()).isNull();
    assertThat(outcome(beat("w", completed("a", null))).getResult()).isNull();
    take(BotHeartbeat.newBuilder().setGrid("grid").setBot("w").setClosing(true).build());
    submit("b", PAYLOAD);

    grid.adopt();
    wire = new BotsWire();
    Lease first = lease(beat("x"));
    assertThat(first.getJob()).isEqualTo("b");
    assertThat(first.getAction()).isEqualTo("digest");
    assertThat(first.getPayload()).isNull();
    beat("x", completed("b", null));
    assertThat(lease(submit("c", PAYLOAD)).getPayload()).isEqualTo(PAYLOAD);
    grid.checkInvariants();
  }

  @Test
  void whatIsOverTheLimitIsRefusedByName() {
    JobEvent job =
        new JobEvent(
            "grid",
            Submitted.newBuilder().setJob("a").setPayload(ByteBuffer.allocate(4097)).build());
    assertThat(FieldLimits.of(JobEvent.getClassSchema()).check(job))
        .hasToString(
            "JobEvent.event.payload has 4097 bytes, at most 4096 are taken: send a shorter value");
    LeaseReport report =
        new LeaseReport(
            "a", ReportedState.COMPLETED, null, null, null, ByteBuffer.allocate(16_385));
    BotHeartbeat beat =
        BotHeartbeat.newBuilder().setGrid("grid").setBot("w").setLeases(List.of(report)).build();
    assertThat(FieldLimits.of(BotHeartbeat.getClassSchema()).check(beat))
        .hasToString(
            "BotHeartbeat.leases[0].result has 16385 bytes, at most 16384 are taken: send a shorter value");
  }
}
