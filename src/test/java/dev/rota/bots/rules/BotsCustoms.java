package dev.rota.bots.rules;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cancelled;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.PolicyOutcomeKind;
import dev.rota.bots.ReportedState;
import dev.rota.bots.Strategy;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsLikeness;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GridPolicy.Beats;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.laws.Customs;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** What the laws have to know of the bots. */
final class BotsCustoms implements Customs<BotsState> {
  private static final Set<JobOutcomeKind> TO_A_JOB =
      EnumSet.of(
          JobOutcomeKind.QUEUED,
          JobOutcomeKind.UNSCHEDULABLE,
          JobOutcomeKind.JOINED,
          JobOutcomeKind.CACHED,
          JobOutcomeKind.OPERATION_CANCELLED,
          JobOutcomeKind.REFUSED);
  private static final Set<BotOutcomeKind> TO_A_HEARTBEAT =
      EnumSet.of(
          BotOutcomeKind.REGISTERED,
          BotOutcomeKind.SYNCHRONISED,
          BotOutcomeKind.CLOSED,
          BotOutcomeKind.SESSION_CLOSED,
          BotOutcomeKind.REFUSED);

  @Override
  public boolean isAnswer(SpecificRecord input, Output output) {
    if (!(output.record() instanceof GridOutcome outcome)) {
      return false;
    }
    if (input instanceof JobEvent) {
      return outcome.getEvent() instanceof JobOutcome job && TO_A_JOB.contains(job.getOutcome());
    }
    if (input instanceof BotHeartbeat beat) {
      return outcome.getEvent() instanceof BotOutcome bot
          && bot.getBot().equals(beat.getBot())
          && TO_A_HEARTBEAT.contains(bot.getOutcome());
    }
    return outcome.getEvent() instanceof PolicyOutcome;
  }

  /**
   * Section 8: all that is said of the bot is known, and all that it holds is reported, no more.
   */
  @Override
  public boolean isSilent(BotsState state, SpecificRecord input) {
    if (!(input instanceof BotHeartbeat beat) || state.policy().beats() == Beats.ANSWERED) {
      return false;
    }
    Bot live = state.bot(beat.getBot());
    if (live == null
        || !live.spec().session().equals(beat.getSession())
        || beat.getRegistering()
        || beat.getClosing()) {
      return false;
    }
    BotsInput.Heartbeat said = (BotsInput.Heartbeat) new BotsWire().read(beat);
    boolean ofSession =
        live.spec().instance().equals(said.instance())
            && live.spec().said().equals(said.properties())
            && live.keepalive() == state.policy().limits().keepalive();
    boolean known = live.profile().equals(said.profile());
    return ofSession
        && (state.policy().beats() == Beats.DIFFERENCES
            ? isTaken(said)
                && beat.getLeases().size() == live.held().size()
                && reportsAllThatItHolds(
                    live, beat, EnumSet.of(ReportedState.ACTIVE, ReportedState.COMPLETED))
            : known
                && reportsAllThatItHolds(live, beat, EnumSet.of(ReportedState.ACTIVE))
                && !fetches(state, live));
  }

  private static boolean isTaken(BotsInput.Heartbeat said) {
    int capacity = said.profile().capacity();
    return said.profile().health() != BotHealth.UNKNOWN && capacity > 0 && capacity <= 100_000;
  }

  /** Leases tell of completions and of what the bot gets. */
  @Override
  public boolean silentTellsOthers(BotsState state) {
    return state.policy().beats() == Beats.DIFFERENCES;
  }

  private static boolean reportsAllThatItHolds(
      Bot live, BotHeartbeat beat, Set<ReportedState> states) {
    Set<String> reported = new TreeSet<>();
    for (LeaseReport report : beat.getLeases()) {
      Leased held = live.held().get(report.getJob());
      boolean attempted =
          held != null
              && (report.getAttempt() == null
                  || report.getAttempt() == 0
                  || report.getAttempt() == held.job().attempt());
      if (!states.contains(report.getState()) || !attempted) {
        return false;
      }
      reported.add(report.getJob());
    }
    return reported.equals(live.held().keySet());
  }

  /** Section 9: under proactiveFetchToCapacity a heartbeat may, without a word of the bot's. */
  private static boolean fetches(BotsState state, Bot live) {
    return !state.policy().onEvent() && !new JobFetch(state, live, 0).decide(state).isEmpty();
  }

  @Override
  public boolean isRefusal(Output output) {
    if (!(output.record() instanceof GridOutcome outcome)) {
      return false;
    }
    Object event = outcome.getEvent();
    return (event instanceof JobOutcome job && job.getOutcome() == JobOutcomeKind.REFUSED)
        || (event instanceof BotOutcome bot && bot.getOutcome() == BotOutcomeKind.REFUSED)
        || (event instanceof PolicyOutcome policy
            && policy.getOutcome() == PolicyOutcomeKind.REFUSED);
  }

  /**
   * At once: a job or a cancellation is refused, a policy is in force already, a heartbeat finds
   * nothing left to do. What was over may be submitted again later.
   */
  @Override
  public boolean harmless(Repeat repeat) {
    if (!repeat.atOnce()) {
      return true;
    }
    if (repeat.changed()) {
      return isNewSession(repeat)
          || isGivenWhatItClaimed(repeat)
          || repeat.again().stream().anyMatch(BotsCustoms::isFetched);
    }
    return repeat.again().stream().allMatch(output -> isRefusal(output) || isUnmoved(output));
  }

  /**
   * A heartbeat without a session registers whenever none is live, and after that is taken for one
   * of the new session.
   */
  private static boolean isNewSession(Repeat repeat) {
    return repeat.input() instanceof BotHeartbeat beat
        && (beat.getRegistering() || beat.getSession() == null)
        && Stream.concat(repeat.first().stream(), repeat.again().stream())
            .anyMatch(output -> isBot(output, BotOutcomeKind.REGISTERED));
  }

  /**
   * A bot claims to have done what it never had, is refused, and gets just that job in the same
   * turn: section 9 asks who holds the job, so that the claim, sent again, is taken for true. So is
   * what no bot may say of a lease that it holds, where it does not name the attempt (V142).
   */
  private static boolean isGivenWhatItClaimed(Repeat repeat) {
    Set<String> claimed = new TreeSet<>();
    if (repeat.input() instanceof BotHeartbeat reporting) {
      for (LeaseReport report : reporting.getLeases()) {
        boolean unfit =
            report.getState() == ReportedState.PENDING
                || report.getState() == ReportedState.CANCELLED;
        if (unfit && report.getAttempt() == null) {
          claimed.add(report.getJob());
        }
      }
    }
    for (Output output : repeat.first()) {
      if (output.record() instanceof GridOutcome outcome
          && outcome.getEvent() instanceof JobOutcome job
          && job.getReason() == JobReason.INVALID_TRANSITION) {
        claimed.add(job.getJob());
      }
    }
    return repeat.input() instanceof BotHeartbeat beat
        && repeat.first().stream()
            .anyMatch(
                output ->
                    output.record() instanceof Lease lease
                        && lease.getState() == LeaseState.ACTIVE
                        && lease.getBot().equals(beat.getBot())
                        && claimed.contains(lease.getJob()));
  }

  private static boolean isBot(Output output, BotOutcomeKind kind) {
    return output.record() instanceof GridOutcome outcome
        && outcome.getEvent() instanceof BotOutcome bot
        && bot.getOutcome() == kind;
  }

  /** Section 9: each synchronisation fetches, and the margin of a quota moves with it. */
  private static boolean isFetched(Output output) {
    return output.record() instanceof Lease lease && lease.getStrategy() == Strategy.PROACTIVE;
  }

  private static boolean isUnmoved(Output output) {
    return isBot(output, BotOutcomeKind.SYNCHRONISED)
        || (output.record() instanceof GridOutcome outcome
            && (outcome.getEvent() instanceof PolicyOutcome
                || (outcome.getEvent() instanceof JobOutcome job
                    && job.getOutcome() == JobOutcomeKind.CACHED)));
  }

  /** Every client gives up, every bot leaves, and nothing that is over is remembered. */
  @Override
  public List<Traffic.Event> ending(String grid, BotsState state, long atMillis) {
    List<Traffic.Event> events = new ArrayList<>();
    for (Job job : state.jobs()) {
      for (ClientOperation operation : job.operations()) {
        JobEvent cancelled = new JobEvent(grid, new Cancelled(operation.name()));
        events.add(new Traffic.Event(BotsWire.JOBS, atMillis, cancelled));
      }
    }
    for (Bot bot : state.allBots()) {
      BotHeartbeat closing =
          BotHeartbeat.newBuilder().setGrid(grid).setBot(bot.name()).setClosing(true).build();
      events.add(new Traffic.Event(BotsWire.HEARTBEATS, atMillis, closing));
    }
    BotPolicy plain = BotPolicy.newBuilder().setGrid(grid).setCompletedRetentionMs(0).build();
    events.add(new Traffic.Event(BotsWire.POLICIES, atMillis, plain));
    return events;
  }

  /** The policy and the counters. */
  @Override
  public int rowsLeft() {
    return 2;
  }

  @Override
  public boolean hasDeadlines() {
    return true;
  }

  /** Every output says when it happened: what fires does so at its deadline. */
  @Override
  public OptionalLong dueAt(Output output) {
    if (output.record() == null) {
      return OptionalLong.empty();
    }
    return output.record() instanceof Lease lease
        ? OptionalLong.of(lease.getAt())
        : OptionalLong.of(((GridOutcome) output.record()).getAt());
  }

  @Override
  public Map<String, String> unreached() {
    return Map.of(
        "fact RulesAdopted",
        "a lane of older rules adopts these: SecondRulesTest",
        "fact's BotHealth is UNKNOWN",
        "such a heartbeat is refused",
        "fact's BotsReason is OPERATIONS_LEFT",
        "the wire says it of a cancelled operation");
  }

  @Override
  public Likeness likeness() {
    return BotsLikeness.likeness();
  }

  @Override
  public void remember(BotsState lived, BotsState reopened) {
    BotsLikeness.remember(lived, reopened);
  }

  /** A bot holds a job that nobody submitted. */
  @Override
  public void spoil(BotsState state) {
    BotSpec spec =
        new BotSpec(
            "spoilt", "s", "*", SortedProperties.NONE, SortedProperties.NONE, List.of(), null);
    Bot bot =
        new Bot(
            spec,
            new TestBot("spoilt").health(BotHealth.UNHEALTHY).profile(),
            Long.MAX_VALUE - 1,
            RulesVersion.NEWEST);
    Given.bot(state, bot);
    JobSpec job =
        new JobSpec(
            0, "ghost", "", SortedProperties.NONE, "unknown", null, null, false, 0, null, 0, null);
    Given.held(bot, new Job(job, 0, 0));
  }
}
