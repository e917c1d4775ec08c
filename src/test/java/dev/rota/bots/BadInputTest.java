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
    long before = grid.digest();
    List<BotsFact> facts = grid.take(NOW, input);
    assertThat(grid.digest()).isEqualTo(before);
    grid.checkInvariants();
    return facts;
  }

  private void jobRefused(BotsInput input, Reason reason, String detail) {
    assertThat(unmoved(input))
        .filteredOn(JobRefused.class::isInstance)
        .singleElement()
        .satisfies(
            fact -> {
              assertThat(((JobRefused) fact).reason()).isEqualTo(reason);
              assertThat(((JobRefused) fact).detail()).contains(detail);
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
    Policy p = Policy.DEFAULT;
    Policy policy =
        new Policy(
            p.byCohort(),
            p.onEvent(),
            tenancy,
            p.matching(),
            p.pacing(),
            p.preempting(),
            p.scoring(),
            p.fetching(),
            p.limits());
    assertThat(unmoved(new Change(policy, List.of())))
        .singleElement()
        .isInstanceOfSatisfying(
            PolicyRefused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(reason);
              assertThat(refused.detail()).contains(detail);
            });
  }

  @Test
  void completionOfAJobThatWaits() {
    jobRefused(
        beat("w", session, 1, completed("b")),
        Reason.INVALID_TRANSITION,
        "from QUEUED to COMPLETED");
  }

  @Test
  void completionOfAJobThatNobodySubmitted() {
    jobRefused(beat("w", session, 1, completed("no")), Reason.INVALID_TRANSITION, "unknown");
  }

  @Test
  void completionTwice() {
    grid.take(NOW, beat("w", session, 1, completed("a")));
    jobRefused(beat("w", session, 1, completed("a")), Reason.INVALID_TRANSITION, "COMPLETED");
  }

  @Test
  void completionByAnotherBot() {
    jobRefused(mac("x", completed("a")), Reason.INVALID_TRANSITION, "EXECUTING on w");
  }

  @Test
  void completionAfterCancel() {
    grid.take(NOW, new Cancel("a"));
    jobRefused(beat("w", session, 1, completed("a")), Reason.INVALID_TRANSITION, "COMPLETED");
  }

  @Test
  void aLateReportOfAnEarlierLease() {
    Report late = new Report("a", Reported.COMPLETED, Code.INTERNAL, 0, 1);
    grid.take(NOW, beat("w", session, 2, late));
    assertThat(grid.state().job("a").attempt()).isEqualTo(2);
    assertThat(grid.state().job("a").bot).isNotNull();
    jobRefused(beat("w", session, 2, late), Reason.INVALID_TRANSITION, "as 2");
  }

  @Test
  void anUnknownOperation() {
    jobRefused(new Cancel("nobody's"), Reason.NOT_FOUND, "nobody's");
  }

  @Test
  void theSameJobAgainAndAnotherOfItsName() {
    jobRefused(submit("b"), Reason.DUPLICATE, "job b");
    Submit other =
        new Submit("b", "else", 0, null, os("linux"), null, null, false, null, null, false);
    jobRefused(other, Reason.CONFLICT, "choose a new name");
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
