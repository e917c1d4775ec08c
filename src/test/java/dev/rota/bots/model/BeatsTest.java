package dev.rota.bots.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.Beats;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.BotStatus;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.Dispatch;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Submitted;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A heartbeat that says nothing new is answered, or not, as the policy says. */
class BeatsTest {
  static {
    GeneratedClasses.trust();
  }

  private static final long KEEPALIVE = GridPolicy.DEFAULT.limits().keepalive();

  private final LanesInMemory bench = new LanesInMemory(new BotsDomain());
  private String session;

  private DecidedTurn take(long atMillis, String topic, SpecificRecord record) {
    return bench.take("grid", new Traffic.Event(topic, atMillis, record));
  }

  private void policy(long atMillis, BotPolicy.Builder policy) {
    take(atMillis, BotsWire.POLICIES, policy.setGrid("grid").build());
  }

  private void job(long atMillis, String name) {
    Submitted submitted = Submitted.newBuilder().setJob(name).setInstance("i").build();
    take(atMillis, BotsWire.JOBS, new JobEvent("grid", submitted));
  }

  /** As the bot always says it, but for what is changed. */
  private BotHeartbeat.Builder beat(LeaseReport... leases) {
    return BotHeartbeat.newBuilder()
        .setGrid("grid")
        .setBot("w")
        .setSession(session)
        .setCapacity(2)
        .setProperties(Map.of("OSFamily", List.of("linux")))
        .setLeases(List.of(leases));
  }

  private static LeaseReport report(String job, ReportedState state, Integer attempt) {
    return new LeaseReport(job, state, null, null, attempt, null);
  }

  private List<BotOutcomeKind> say(long atMillis, BotHeartbeat.Builder beat) {
    return take(atMillis, BotsWire.HEARTBEATS, beat.build()).published().stream()
        .map(Output::record)
        .filter(GridOutcome.class::isInstance)
        .map(outcome -> ((GridOutcome) outcome).getEvent())
        .filter(BotOutcome.class::isInstance)
        .map(outcome -> ((BotOutcome) outcome).getOutcome())
        .toList();
  }

  /** The leases that the heartbeat moves, which nothing else answers. */
  private List<LeaseState> leases(long atMillis, BotHeartbeat.Builder beat) {
    List<SpecificRecord> told =
        take(atMillis, BotsWire.HEARTBEATS, beat.build()).published().stream()
            .map(Output::record)
            .toList();
    assertThat(told)
        .filteredOn(GridOutcome.class::isInstance)
        .noneMatch(outcome -> ((GridOutcome) outcome).getEvent() instanceof BotOutcome);
    return told.stream()
        .filter(Lease.class::isInstance)
        .map(lease -> ((Lease) lease).getState())
        .toList();
  }

  private void answered(long atMillis, BotHeartbeat.Builder beat) {
    assertThat(say(atMillis, beat)).containsExactly(BotOutcomeKind.SYNCHRONISED);
  }

  private void silent(long atMillis, BotHeartbeat.Builder beat) {
    assertThat(take(atMillis, BotsWire.HEARTBEATS, beat.build()).published()).isEmpty();
  }

  @BeforeEach
  void setUp() {
    assertThat(say(0, beat())).containsExactly(BotOutcomeKind.REGISTERED);
    session = ((BotsState) bench.lane("grid").state()).bot("w").spec.session();
  }

  @Test
  void byDefaultItTakesItsTurnAndNobodyIsTold() {
    DecidedTurn taken = take(1000, BotsWire.HEARTBEATS, beat().build());

    assertThat(taken.published()).isEmpty();
    assertThat(taken.entry().kind()).isEqualTo(TurnEntry.Kind.INPUT);
    assertThat(taken.entry().number()).isEqualTo(2);
    assertThat(bench.lane("grid").nextDeadline()).as("it lives on").isEqualTo(1000 + KEEPALIVE + 1);
  }

  @Test
  void underAnsweredEachIsAnswered() {
    policy(1, BotPolicy.newBuilder().setBeats(Beats.ANSWERED));
    answered(1000, beat());
    answered(2000, beat());
    policy(2001, BotPolicy.newBuilder());
    silent(3000, beat());
  }

  /** Its first answer may be lost, or it has started again and knows nothing. */
  @Test
  void aBotThatNamesNoSessionIsTold() {
    answered(1000, beat().setSession(null));
  }

  @Test
  void whatIsNewOfTheBotIsAnsweredOnce() {
    answered(1000, beat().setStatus(BotStatus.UNHEALTHY));
    silent(1001, beat().setStatus(BotStatus.UNHEALTHY));
    answered(1002, beat());
    answered(2000, beat().setCapacity(3));
    silent(2001, beat().setCapacity(3));
    answered(3000, beat().setCapacity(3).setPriority(1));
    silent(3001, beat().setCapacity(3).setPriority(1));
  }

  /** What a session cannot change is answered for as long as it is said. */
  @Test
  void whatTheSessionDoesNotHaveIsAnsweredEachTime() {
    answered(1000, beat().setProperties(Map.of()));
    answered(2000, beat().setProperties(Map.of()));
    answered(3000, beat().setInstance("i"));
  }

  @Test
  void aLeaseIsAnsweredUntilTheBotReportsItAndWhenItIsOver() {
    job(500, "a");
    answered(1000, beat());
    silent(2000, beat(report("a", ReportedState.ACTIVE, null)));
    silent(2500, beat(report("a", ReportedState.ACTIVE, 1)));
    answered(3000, beat(report("a", ReportedState.ACTIVE, 2)));
    answered(
        3500, beat(report("a", ReportedState.ACTIVE, 1), report("b", ReportedState.ACTIVE, 1)));
    answered(4000, beat(report("a", ReportedState.COMPLETED, 1)));
    answered(4500, beat(report("a", ReportedState.ACTIVE, 1)));
    silent(5000, beat());
  }

  @Test
  void whatAHeartbeatFetchesIsAnswered() {
    policy(
        1,
        BotPolicy.newBuilder()
            .setDispatch(Dispatch.ON_INTERVAL)
            .setIntervalMs(60_000)
            .setKeepaliveMs(600_000)
            .setProactiveFetchToCapacity(true));
    take(2, BotsWire.HEARTBEATS, beat().build());
    job(100, "first");
    job(70_000, "second");
    List<BotOutcomeKind> told = say(70_001, beat(report("first", ReportedState.ACTIVE, 1)));

    assertThat(((BotsState) bench.lane("grid").state()).bot("w").held)
        .containsOnlyKeys("first", "second");
    assertThat(told).containsExactly(BotOutcomeKind.SYNCHRONISED);
  }

  /** What is taken as it is said needs no answer: leases tell what came of it. */
  @Test
  void underDifferencesWhatIsTakenAsItIsSaidIsSilent() {
    policy(1, BotPolicy.newBuilder().setBeats(Beats.DIFFERENCES));
    job(500, "a");
    silent(1000, beat(report("a", ReportedState.ACTIVE, 1)));
    silent(1500, beat(report("a", ReportedState.ACTIVE, 1)).setStatus(BotStatus.UNHEALTHY));
    silent(2000, beat(report("a", ReportedState.ACTIVE, null)).setCapacity(3).setPriority(1));
    assertThat(((BotsState) bench.lane("grid").state()).bot("w").profile.capacity()).isEqualTo(3);
    assertThat(leases(3000, beat(report("a", ReportedState.COMPLETED, 1))))
        .containsExactly(LeaseState.COMPLETED);
    silent(4000, beat());
  }

  @Test
  void underDifferencesTheBotIsToldWhatItDoesNotSay() {
    policy(1, BotPolicy.newBuilder().setBeats(Beats.DIFFERENCES));
    answered(100, beat().setSession(null));
    answered(200, beat().setInstance("i"));
    answered(300, beat().setProperties(Map.of()));
    job(500, "a");
    answered(1000, beat());
    answered(1100, beat(report("a", ReportedState.ACTIVE, 2)));
    answered(
        1200, beat(report("a", ReportedState.ACTIVE, 1), report("a", ReportedState.ACTIVE, 1)));
    answered(
        1300, beat(report("a", ReportedState.ACTIVE, 1), report("b", ReportedState.COMPLETED, 1)));
    policy(1400, BotPolicy.newBuilder().setBeats(Beats.DIFFERENCES).setKeepaliveMs(30_000));
    answered(1500, beat(report("a", ReportedState.ACTIVE, 1)));
    silent(1600, beat(report("a", ReportedState.ACTIVE, 1)));
    assertThat(say(1700, beat(report("a", ReportedState.CANCELLED, 1))))
        .containsExactly(BotOutcomeKind.SESSION_CLOSED);
  }

  /** As it is told of one that it is given between its heartbeats. */
  @Test
  void underDifferencesALeaseTellsOfWhatIsFetched() {
    policy(
        1,
        BotPolicy.newBuilder()
            .setBeats(Beats.DIFFERENCES)
            .setDispatch(Dispatch.ON_INTERVAL)
            .setIntervalMs(60_000)
            .setKeepaliveMs(600_000)
            .setProactiveFetchToCapacity(true));
    take(2, BotsWire.HEARTBEATS, beat().build());
    job(100, "first");
    job(70_000, "second");

    assertThat(leases(70_001, beat(report("first", ReportedState.ACTIVE, 1))))
        .containsExactly(LeaseState.ACTIVE);
    assertThat(((BotsState) bench.lane("grid").state()).bot("w").held)
        .containsOnlyKeys("first", "second");
  }

  /** It may have to beat sooner from now on. */
  @Test
  void anotherKeepaliveIsToldToEachBot() {
    policy(1000, BotPolicy.newBuilder().setKeepaliveMs(30_000));
    answered(2000, beat());
    silent(3000, beat());
  }

  @Test
  void whatIsRefusedIsAnswered() {
    assertThat(say(1000, beat().setSession("w/0"))).containsExactly(BotOutcomeKind.REFUSED);
    assertThat(say(2000, beat().setCapacity(0))).containsExactly(BotOutcomeKind.REFUSED);
    assertThat(say(3000, beat().setBot("v"))).containsExactly(BotOutcomeKind.REFUSED);
    assertThat(say(KEEPALIVE + 1, beat()))
        .containsExactly(BotOutcomeKind.LOST, BotOutcomeKind.REFUSED);
  }

  /** It ends before the field that came with rules 3. */
  @Test
  void aPolicyRowOfRules2IsReadWithItsDefault() {
    GridPolicy second = GridPolicy.DEFAULT.knownTo(RulesVersion.SECOND);
    FieldWriter row = new FieldWriter();
    Codec<GridPolicy> codec = GridPolicy.FIELDS.codec(GridPolicy.DEFAULT);
    codec.write(second, row);
    assertThat(codec.read(new FieldReader(row.toBytes()))).isEqualTo(second);
  }

  @Test
  void aSymbolOfANewerVersionIsRefused() {
    BotPolicy unknown = BotPolicy.newBuilder().setGrid("grid").setBeats(Beats.UNKNOWN).build();
    GridOutcome outcome =
        (GridOutcome) take(1, BotsWire.POLICIES, unknown).published().get(0).record();
    PolicyOutcome refused = (PolicyOutcome) outcome.getEvent();
    assertThat(refused.getReason()).isEqualTo(PolicyReason.UNSUPPORTED_VALUE);
    assertThat(refused.getDetail()).contains("beats");
  }
}
