package dev.rota.bots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsFact.BotRefused;
import dev.rota.bots.BotsFact.BotRegistered;
import dev.rota.bots.BotsFact.PolicyRefused;
import dev.rota.bots.BotsInput.Cancel;
import dev.rota.bots.BotsInput.Change;
import dev.rota.bots.BotsInput.Heartbeat;
import dev.rota.bots.BotsInput.Report;
import dev.rota.bots.BotsInput.Reported;
import dev.rota.bots.BotsInput.Submit;
import dev.rota.bots.JobFact.JobQueued;
import dev.rota.bots.JobFact.JobRefused;
import dev.rota.bots.Policy.Tenancy;
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
    session = grid.state().bot("w").spec.session();
    assertThat(grid.state().job("a").bot.name()).isEqualTo("w");
    assertThat(grid.state().job("b").bot).isNull();
  }

  private static Properties os(String name) {
    return Properties.of(List.of(new Pair("OSFamily", name)));
  }

  private static Submit submit(String job) {
    return new Submit(job, "i", 0, null, os("linux"), null, null, false, null, null, false);
  }

  private static Heartbeat beat(String bot, String session, int capacity, Report... reports) {
    return new Heartbeat(
        bot, session, "*", Health.OK, capacity, 0, os("linux"), List.of(reports), false, false);
  }

  private static Heartbeat mac(String bot, Report... reports) {
    return new Heartbeat(
        bot, null, "*", Health.OK, 1, 0, os("mac"), List.of(reports), false, false);
  }

  private static Report completed(String job) {
    return new Report(job, Reported.COMPLETED, Code.OK, 0, 0);
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

  private void jobRefused(BotsInput input, Reason reason, String detail) {
    jobRefused(NOW, input, reason, detail);
  }

  private void jobRefused(long atMillis, BotsInput input, Reason reason, String detail) {
    assertThat(unmoved(atMillis, input))
        .filteredOn(JobRefused.class::isInstance)
        .singleElement()
        .satisfies(
            fact -> {
              assertThat(((JobRefused) fact).reason()).isEqualTo(reason);
              assertThat(((JobRefused) fact).detail()).isEqualTo(detail);
            });
  }

  private void botRefused(BotsInput input, Reason reason, String detail) {
    assertThat(unmoved(input))
        .singleElement()
        .isInstanceOfSatisfying(
            BotRefused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(reason);
              assertThat(refused.detail()).contains(detail);
            });
  }

  private void policyRefused(Tenancy tenancy, Reason reason, String detail) {
    Policy policy = Tenants.of(Policy.DEFAULT, tenancy);
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
    jobRefused(LATER, beat("w", session, 1, report), Reason.INVALID_TRANSITION, detail);
  }

  @Test
  void completionOfAJobThatWaits() {
    jobRefused(
        beat("w", session, 1, completed("b")),
        Reason.INVALID_TRANSITION,
        "bot w has no such lease of job b: from QUEUED to COMPLETED");
  }

  @Test
  void completionOfAJobThatNobodySubmitted() {
    jobRefused(
        beat("w", session, 1, completed("no")),
        Reason.INVALID_TRANSITION,
        "bot w has no such lease of job no: from unknown, or over and forgotten to COMPLETED");
  }

  @Test
  void completionTwice() {
    grid.take(NOW, beat("w", session, 1, completed("a")));
    lateReportRefused(
        completed("a"), "bot w has no such lease of job a: from COMPLETED to COMPLETED");
  }

  @Test
  void completionByAnotherBot() {
    jobRefused(
        mac("x", completed("a")),
        Reason.INVALID_TRANSITION,
        "bot x has no such lease of job a: from EXECUTING on w as 1 to COMPLETED");
  }

  @Test
  void completionAfterCancel() {
    grid.take(NOW, new Cancel("a"));
    lateReportRefused(
        completed("a"), "bot w has no such lease of job a: from CANCELLED to COMPLETED");
  }

  @Test
  void cancelAfterCompletion() {
    grid.take(NOW, beat("w", session, 1, completed("a")));
    jobRefused(
        LATER,
        new Cancel("a"),
        Reason.INVALID_TRANSITION,
        "operation a: job a: from COMPLETED to CANCELLED");
  }

  @Test
  void cancelTwice() {
    grid.take(NOW, new Cancel("a"));
    jobRefused(
        LATER,
        new Cancel("a"),
        Reason.INVALID_TRANSITION,
        "operation a: job a: from CANCELLED to CANCELLED");
  }

  @Test
  void aLateReportOfAnEarlierLease() {
    Report late = new Report("a", Reported.COMPLETED, Code.INTERNAL, 0, 1);
    grid.take(NOW, beat("w", session, 2, late));
    assertThat(grid.state().job("a").attempt()).isEqualTo(2);
    assertThat(grid.state().job("a").bot).isNotNull();
    jobRefused(
        beat("w", session, 2, late),
        Reason.INVALID_TRANSITION,
        "bot w has no such lease of job a: from EXECUTING on w as 2 to COMPLETED");
  }

  /** Attempts start at 1 again with a new job: its name is free when no report can be that late. */
  @Test
  void aLateReportOfAnEarlierJobOfTheName() {
    Report late = new Report("a", Reported.COMPLETED, Code.OK, 0, 1);
    grid.take(NOW, beat("w", session, 2, late));
    grid.take(LATER, submit("a"));
    lateReportRefused(late, "bot w has no such lease of job a: from COMPLETED to COMPLETED");

    long free = NOW + Policy.DEFAULT.limits().retention();
    grid.take(free, beat("w", session, 2));
    assertThat(grid.take(free, submit("a"))).anyMatch(JobQueued.class::isInstance);
  }

  @Test
  void anUnknownOperation() {
    jobRefused(
        new Cancel("nobody's"),
        Reason.NOT_FOUND,
        "operation nobody's: unknown, or over and forgotten");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void capacityOutOfRange(int capacity) {
    botRefused(beat("new", null, capacity), Reason.OUT_OF_RANGE, "capacity is " + capacity);
    botRefused(beat("w", session, capacity), Reason.OUT_OF_RANGE, "capacity is " + capacity);
  }

  @Test
  void aSessionThatIsNotTheLiveOne() {
    botRefused(beat("w", "w/0", 1), Reason.SESSION_MISMATCH, "w/0");
    botRefused(beat("nobody", "nobody/1", 1), Reason.INVALID_ARGUMENT, "register");
  }

  /** Whose session it is, is asked of those only that the bot's instance reaches. */
  @Test
  void aSessionOfAnInstanceOutOfReach() {
    grid.take(NOW, beatOf("y", "i", null));
    botRefused(beatOf("y", "k", "y/0"), Reason.INVALID_ARGUMENT, "instance is k");
    botRefused(beatOf("y", "i", "y/0"), Reason.SESSION_MISMATCH, "not the live one");
  }

  private static Heartbeat beatOf(String bot, String instance, String session) {
    return new Heartbeat(
        bot, session, instance, Health.OK, 1, 0, os("mac"), List.of(), false, false);
  }

  /** The second one of a name registers, as a restarted bot would; the first is told so. */
  @Test
  void twoBotsWithOneId() {
    assertThat(grid.take(NOW, mac("w"))).anyMatch(BotRegistered.class::isInstance);
    botRefused(beat("w", session, 1), Reason.SESSION_MISMATCH, "not the live one");
  }

  @Test
  void aQuotaWithMinAboveMax() {
    policyRefused(
        new Tenancy(
            List.of(new CohortLabels("c", List.of("linux"))),
            List.of(new QuotaBounds("c", "i", 3, 1)),
            List.of(),
            null),
        Reason.OUT_OF_RANGE,
        "min 3 and max 1");
  }

  @Test
  void aQuotaOfACohortThatNobodyConfigured() {
    policyRefused(
        new Tenancy(List.of(), List.of(new QuotaBounds("c", "i", 0, 1)), List.of(), null),
        Reason.NOT_FOUND,
        "c/i is of no cohort");
  }

  @Test
  void aJobThatNobodyCanRunIsAcceptedAndSaidToBeSoAtOnce() {
    Submit hopeless =
        new Submit("h", "i", 0, null, os("vax"), null, null, false, null, null, false);
    assertThat(grid.take(NOW, hopeless))
        .singleElement()
        .isInstanceOfSatisfying(
            JobQueued.class,
            queued -> {
              assertThat(queued.reason()).isEqualTo(Reason.NO_FITTING_BOT);
              assertThat(queued.missing())
                  .isEqualTo("bot w comes nearest and lacks [OSFamily=vax]");
              assertThat(queued.position()).isEqualTo(2);
            });
  }
}
