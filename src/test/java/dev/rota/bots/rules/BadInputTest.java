package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.values.TenancySettings;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be read and may not happen: each has its answer, and the state stays as it was. */
class BadInputTest {
  private static final long NOW = 1000;
  private static final long LATER = 61_000;

  private final Grid grid = new Grid();
  private String session;

  /** A bot w that holds job a, a bot x that holds nothing, and job b that waits. */
  @BeforeEach
  void setUp() {
    grid.take(NOW, beat("w", null, 1));
    grid.take(NOW, submit("a"));
    grid.take(NOW, submit("b"));
    grid.take(NOW, mac("x"));
    session = grid.state().bot("w").spec().session();
    assertThat(Given.lease(grid.state(), "a").bot().name()).isEqualTo("w");
    assertThat(grid.state().job("b").state()).isInstanceOf(Queued.class);
  }

  private static SortedProperties os(String name) {
    return SortedProperties.of(List.of(new PropertyPair("OSFamily", name)));
  }

  private static Submit submit(String job) {
    return new TestJob(job).needs(os("linux")).submit();
  }

  private static Heartbeat beat(String bot, String session, int capacity, Report... reports) {
    return new TestBot(bot)
        .session(session)
        .capacity(capacity)
        .has(os("linux"))
        .reports(List.of(reports))
        .beat();
  }

  private static Heartbeat mac(String bot, Report... reports) {
    return new TestBot(bot).has(os("mac")).reports(List.of(reports)).beat();
  }

  private static Report completed(String job) {
    return new Report(job, Reported.COMPLETED, GrpcStatus.OK, 0, 0);
  }

  /** Takes it, and holds it to have changed nothing. */
  private List<BotsFact> unmoved(BotsInput input) {
    return unmoved(NOW, input);
  }

  private List<BotsFact> unmoved(long atMillis, BotsInput input) {
    long before = grid.digest();
    List<BotsFact> facts = grid.take(atMillis, input);
    assertThat(grid.digest()).isEqualTo(before);
    grid.checkInvariants();
    return facts;
  }

  private void jobRefused(BotsInput input, RefusalReason reason, String detail) {
    jobRefused(NOW, input, reason, detail);
  }

  private void jobRefused(long atMillis, BotsInput input, RefusalReason reason, String detail) {
    assertThat(unmoved(atMillis, input))
        .filteredOn(JobRefused.class::isInstance)
        .singleElement()
        .satisfies(
            fact -> {
              assertThat(((JobRefused) fact).reason()).isEqualTo(reason);
              assertThat(((JobRefused) fact).detail()).isEqualTo(detail);
            });
  }

  private void botRefused(BotsInput input, RefusalReason reason, String detail) {
    assertThat(unmoved(input))
        .singleElement()
        .isInstanceOfSatisfying(
            BotRefused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(reason);
              assertThat(refused.detail()).contains(detail);
            });
  }

  private void policyRefused(TenancySettings tenancy, RefusalReason reason, String detail) {
    GridPolicy policy = Tenants.of(GridPolicy.DEFAULT, tenancy);
    assertThat(unmoved(new Change(policy, List.of())))
        .singleElement()
        .isInstanceOfSatisfying(
            PolicyRefused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(reason);
              assertThat(refused.detail()).contains(detail);
            });
  }

  /** A minute later; a heartbeat of then has prolonged the session already. */
  private void lateReportRefused(Report report, String detail) {
    grid.take(LATER, beat("w", session, 1));
    jobRefused(LATER, beat("w", session, 1, report), RefusalReason.INVALID_TRANSITION, detail);
  }

  @Test
  void completionOfAJobThatWaits() {
    jobRefused(
        beat("w", session, 1, completed("b")),
        RefusalReason.INVALID_TRANSITION,
        "job b cannot go from QUEUED to COMPLETED: bot w does not run it. Drop the report.");
  }

  @Test
  void completionOfAJobThatNobodySubmitted() {
    jobRefused(
        beat("w", session, 1, completed("no")),
        RefusalReason.INVALID_TRANSITION,
        "job no cannot go from UNKNOWN to COMPLETED: it never was, or is over and forgotten."
            + " Drop the report.");
  }

  @Test
  void completionTwice() {
    grid.take(NOW, beat("w", session, 1, completed("a")));
    lateReportRefused(
        completed("a"),
        "job a cannot go from COMPLETED to COMPLETED: bot w does not run it. Drop the report.");
  }

  @Test
  void completionByAnotherBot() {
    jobRefused(
        mac("x", completed("a")),
        RefusalReason.INVALID_TRANSITION,
        "job a cannot go from EXECUTING to COMPLETED: bot x does not run it, bot w does."
            + " Drop the report.");
  }

  @Test
  void completionAfterCancel() {
    grid.take(NOW, new Cancel("a"));
    lateReportRefused(
        completed("a"),
        "job a cannot go from CANCELLED to COMPLETED: bot w does not run it. Drop the report.");
  }

  @Test
  void cancelAfterCompletion() {
    grid.take(NOW, beat("w", session, 1, completed("a")));
    jobRefused(
        LATER,
        new Cancel("a"),
        RefusalReason.INVALID_TRANSITION,
        "operation a cannot go from COMPLETED to CANCELLED: its job a is over");
  }

  @Test
  void cancelTwice() {
    grid.take(NOW, new Cancel("a"));
    jobRefused(
        LATER,
        new Cancel("a"),
        RefusalReason.INVALID_TRANSITION,
        "operation a cannot go from CANCELLED to CANCELLED: its job a is over");
  }

  @Test
  void aLateReportOfAnEarlierLease() {
    Report late = new Report("a", Reported.COMPLETED, GrpcStatus.INTERNAL, 0, 1);
    grid.take(NOW, beat("w", session, 2, late));
    assertThat(grid.state().job("a").attempt()).isEqualTo(2);
    assertThat(grid.state().job("a").state()).isInstanceOf(Leased.class);
    jobRefused(
        beat("w", session, 2, late),
        RefusalReason.INVALID_TRANSITION,
        "job a cannot go from EXECUTING to COMPLETED: attempt 1 is over, bot w runs attempt 2."
            + " Drop the report.");
  }

  /** Attempts start at 1 again with a new job: its name is free when no report can be that late. */
  @Test
  void aLateReportOfAnEarlierJobOfTheName() {
    Report late = new Report("a", Reported.COMPLETED, GrpcStatus.OK, 0, 1);
    grid.take(NOW, beat("w", session, 2, late));
    grid.take(LATER, submit("a"));
    lateReportRefused(
        late,
        "job a cannot go from COMPLETED to COMPLETED: bot w does not run it. Drop the report.");

    long free = NOW + GridPolicy.DEFAULT.limits().retention();
    grid.take(free, beat("w", session, 2));
    assertThat(grid.take(free, submit("a"))).anyMatch(JobQueued.class::isInstance);
  }

  @Test
  void anUnknownOperation() {
    jobRefused(
        new Cancel("nobody's"),
        RefusalReason.NOT_FOUND,
        "operation nobody's is unknown, or over and forgotten");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 100_001, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void capacityOutOfRange(int capacity) {
    botRefused(beat("new", null, capacity), RefusalReason.OUT_OF_RANGE, "capacity is " + capacity);
    botRefused(beat("w", session, capacity), RefusalReason.OUT_OF_RANGE, "capacity is " + capacity);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void theLeastAndTheLargestCapacityAreInRange(int capacity) {
    grid.take(NOW, beat("new", null, capacity));
    assertThat(grid.state().bot("new").profile().capacity()).isEqualTo(capacity);
    grid.take(NOW, beat("w", session, capacity));
    assertThat(grid.state().bot("w").profile().capacity()).isEqualTo(capacity);
  }

  @Test
  void aSessionThatIsNotTheLiveOne() {
    botRefused(beat("w", "w/0", 1), RefusalReason.SESSION_MISMATCH, notLive("w/0"));
    botRefused(
        beat("nobody", "nobody/1", 1),
        RefusalReason.INVALID_ARGUMENT,
        "bot nobody is not registered. Leave session out to register it.");
    botRefused(
        closing("nobody"),
        RefusalReason.NOT_FOUND,
        "bot nobody is not registered: there is nothing to close");
  }

  private String notLive(String said) {
    return "session "
        + said
        + " is not live: bot w is in session "
        + grid.state().bot("w").spec().session()
        + ". Leave session out to go on with that one. Set registering as well to start anew.";
  }

  private static Heartbeat closing(String bot) {
    return new TestBot(bot).closing(true).beat();
  }

  @Test
  void aStateThatNoBotMayReport() {
    assertThat(
            grid.take(
                NOW, beat("w", session, 1, new Report("a", Reported.PENDING, GrpcStatus.OK, 0, 0))))
        .filteredOn(BotsFact.BotGone.class::isInstance)
        .map(BotsFact.BotGone.class::cast)
        .extracting(BotsFact.BotGone::detail)
        .containsExactly(
            "leases: job a is ACTIVE, and reported as PENDING. The session is closed."
                + " Report ACTIVE or COMPLETED. Register again.");
  }

  @Test
  void symbolsOfANewerVersion() {
    Heartbeat status = new TestBot("v").health(BotHealth.UNKNOWN).beat();
    botRefused(
        status,
        RefusalReason.UNSUPPORTED_VALUE,
        "status has a symbol that this version does not know. Use one of [UNSPECIFIED, OK,"
            + " UNHEALTHY, HOST_REBOOTING, BOT_TERMINATING].");
    botRefused(
        beat("w", session, 1, new Report("a", Reported.UNKNOWN, GrpcStatus.OK, 0, 0)),
        RefusalReason.UNSUPPORTED_VALUE,
        "leases: the state of job a has a symbol that this version does not know. Use ACTIVE or"
            + " COMPLETED.");
  }

  /** Whose session it is, is asked of those only that the bot's instance reaches. */
  @Test
  void aSessionOfAnInstanceOutOfReach() {
    grid.take(NOW, beatOf("y", "i", null));
    botRefused(
        beatOf("y", "k", "y/0"),
        RefusalReason.INVALID_ARGUMENT,
        "instance is 'k', and the session's is 'i'. Set registering to change it.");
    botRefused(beatOf("y", "i", "y/0"), RefusalReason.SESSION_MISMATCH, "session y/0 is not live");
  }

  private static Heartbeat beatOf(String bot, String instance, String session) {
    return new TestBot(bot).session(session).instance(instance).has(os("mac")).beat();
  }

  /** The second one of a name registers, as a restarted bot would; the first is told so. */
  @Test
  void twoBotsWithOneId() {
    assertThat(grid.take(NOW, mac("w"))).anyMatch(BotRegistered.class::isInstance);
    botRefused(beat("w", session, 1), RefusalReason.SESSION_MISMATCH, notLive(session));
  }

  @Test
  void aQuotaWithMinAboveMax() {
    policyRefused(
        new TenancySettings(
            List.of(new CohortLabels("c", List.of("linux"))),
            List.of(new QuotaBounds("c", "i", 3, 1)),
            List.of(),
            null),
        RefusalReason.OUT_OF_RANGE,
        "min 3 and max 1");
  }

  @Test
  void aQuotaOfACohortThatNobodyConfigured() {
    policyRefused(
        new TenancySettings(List.of(), List.of(new QuotaBounds("c", "i", 0, 1)), List.of(), null),
        RefusalReason.NOT_FOUND,
        "quotas: c/i names a cohort that is not there. There are [].");
  }

  @Test
  void aJobThatNobodyCanRunIsAcceptedAndSaidToBeSoAtOnce() {
    Submit hopeless = new TestJob("h").needs(os("vax")).submit();
    assertThat(grid.take(NOW, hopeless))
        .singleElement()
        .isInstanceOfSatisfying(
            JobQueued.class,
            queued -> {
              assertThat(queued.reason()).isEqualTo(BotsReason.NO_FITTING_BOT);
              assertThat(queued.missing())
                  .isEqualTo("bot w comes nearest and lacks [OSFamily=vax]");
              assertThat(queued.position()).isEqualTo(2);
            });
  }
}
