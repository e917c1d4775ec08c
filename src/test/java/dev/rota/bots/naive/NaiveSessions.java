package dev.rota.bots.naive;

import dev.rota.bots.Beats;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.BotStatus;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.LeaseState;
import dev.rota.bots.ReportedState;
import dev.rota.bots.StatusCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a bot says: sections 8 and 9. */
final class NaiveSessions {
  private static final int CAPACITY_MAX = 100_000;

  private final NaiveGrid grid;
  private final NaiveVoice voice;
  private final NaiveEndings endings;
  private final NaiveFetch fetch;

  NaiveSessions(NaiveGrid grid, NaiveVoice voice, NaiveEndings endings, NaiveFetch fetch) {
    this.grid = grid;
    this.voice = voice;
    this.endings = endings;
    this.fetch = fetch;
  }

  void beat(BotHeartbeat beat) {
    NaiveBot live = grid.bot(beat.getBot());
    BotReason refusal = refusal(beat, live);
    if (refusal != null) {
      voice.refused(beat.getBot(), beat.getSession(), refusal);
    } else if (beat.getClosing()) {
      completed(beat, live); // [8]: first what is completed
      endings.lose(live, BotOutcomeKind.CLOSED, null, JobReason.BOT_CLOSED);
    } else if (registers(beat, live)) {
      register(beat, live);
    } else {
      synchronise(beat, live);
    }
  }

  private BotReason refusal(BotHeartbeat beat, NaiveBot live) {
    if (beat.getBot().isEmpty()) {
      return BotReason.INVALID_ARGUMENT;
    }
    if (beat.getStatus() == BotStatus.UNKNOWN) {
      return BotReason.UNSUPPORTED_VALUE;
    }
    if (beat.getCapacity() < 1 || beat.getCapacity() > CAPACITY_MAX) {
      return BotReason.OUT_OF_RANGE;
    }
    if (beat.getLeases().stream().anyMatch(NaiveSessions::isUnknown)) {
      return BotReason.UNSUPPORTED_VALUE;
    }
    boolean synchronises = !beat.getClosing() && !registers(beat, live);
    if (synchronises && !isFound(beat, live)) {
      return BotReason.INVALID_ARGUMENT;
    }
    if (live != null && beat.getSession() != null && !live.session.equals(beat.getSession())) {
      return BotReason.SESSION_MISMATCH;
    }
    if (beat.getClosing()) {
      return live == null ? BotReason.NOT_FOUND : null;
    }
    if (registers(beat, live)) {
      if (grid.rules.propertiesOfBot(beat.getInstance()).isEmpty()) {
        return BotReason.INVALID_ARGUMENT;
      }
      return able(beat) == null ? BotReason.FAILED_PRECONDITION : null;
    }
    return null;
  }

  // [8, step 1]
  private boolean isFound(BotHeartbeat beat, NaiveBot live) {
    return live != null && grid.rules.reaches(live.instance, beat.getInstance());
  }

  /** Without a session, an equal bot is the one that lives. */
  private static boolean registers(BotHeartbeat beat, NaiveBot live) {
    if (beat.getRegistering()) {
      return true;
    }
    boolean equal =
        live != null
            && beat.getInstance().equals(live.instance)
            && beat.getProperties().equals(live.said);
    return beat.getSession() == null && !equal;
  }

  private static boolean isUnknown(LeaseReport report) {
    return report.getState() == ReportedState.UNKNOWN;
  }

  private NaiveProperties.Able able(BotHeartbeat beat) {
    return NaiveProperties.bot(
        grid.rules.propertiesOfBot(beat.getInstance()), beat.getProperties());
  }

  private void register(BotHeartbeat beat, NaiveBot live) {
    if (live != null) {
      endings.lose(live, BotOutcomeKind.REPLACED, null, JobReason.REGISTERED_AGAIN);
    }
    NaiveProperties.Able able = able(beat);
    NaiveBot bot =
        new NaiveBot(
            beat,
            beat.getBot() + "/" + ++grid.registered,
            able,
            grid.rules.cohortOf(able.labels()));
    grid.bots.add(bot);
    refresh(beat, bot);
    voice.bot(bot, BotOutcomeKind.REGISTERED, null);
    completed(beat, bot);
  }

  private void completed(BotHeartbeat beat, NaiveBot bot) {
    for (LeaseReport report : beat.getLeases()) {
      if (report.getState() == ReportedState.COMPLETED) {
        complete(report, bot);
      }
    }
  }

  private void refresh(BotHeartbeat beat, NaiveBot bot) {
    bot.status = beat.getStatus();
    bot.capacity = beat.getCapacity();
    bot.priority = beat.getPriority();
    bot.keepalive = grid.rules.policy.getKeepaliveMs();
    bot.expiresAt = grid.now + bot.keepalive;
  }

  private void synchronise(BotHeartbeat beat, NaiveBot bot) {
    Beats beats = grid.rules.policy.getBeats();
    boolean silent = isSilent(beats, beat, bot);
    refresh(beat, bot);
    Map<String, Integer> before = fetch.usage();
    List<NaiveJob> completed = new ArrayList<>();
    List<NaiveJob> retried = new ArrayList<>();
    for (LeaseReport report : beat.getLeases()) {
      if (report.getState() == ReportedState.COMPLETED) {
        NaiveJob job = complete(report, bot);
        if (job != null) {
          completed.add(job);
        }
        if (job != null && job.waits()) {
          retried.add(job);
        }
      }
    }
    if (!grid.rules.onEvent()) {
      fetch.after(bot, before, completed, retried);
    }
    if (violates(beat, bot)) {
      endings.lose(
          bot,
          BotOutcomeKind.SESSION_CLOSED,
          BotReason.PROTOCOL_VIOLATED,
          JobReason.PROTOCOL_VIOLATED);
      return;
    }
    if (!silent || (beats == Beats.CHANGES && !runsWhatItHolds(beat, bot))) {
      voice.bot(bot, BotOutcomeKind.SYNCHRONISED, null);
    }
  }

  /** As far as can be told before its reports are taken. */
  private boolean isSilent(Beats beats, BotHeartbeat beat, NaiveBot bot) {
    return switch (beats) {
      // What it is given by this very heartbeat is news, even if it named that before.
      case CHANGES -> isOfSession(beat, bot) && isKnown(beat, bot) && runsWhatItHolds(beat, bot);
      case DIFFERENCES -> isOfSession(beat, bot) && reportsEachLeaseOnce(beat, bot);
      default -> false;
    };
  }

  /** It says of the bot what it said before. */
  private static boolean isKnown(BotHeartbeat beat, NaiveBot bot) {
    return bot.status == beat.getStatus()
        && bot.capacity == beat.getCapacity()
        && bot.priority == beat.getPriority();
  }

  /** It says what the session has, and would be told what it was told before. */
  private boolean isOfSession(BotHeartbeat beat, NaiveBot bot) {
    return bot.session.equals(beat.getSession())
        && bot.instance.equals(beat.getInstance())
        && bot.said.equals(beat.getProperties())
        && bot.keepalive == grid.rules.policy.getKeepaliveMs();
  }

  private boolean runsWhatItHolds(BotHeartbeat beat, NaiveBot bot) {
    boolean runs =
        beat.getLeases().stream()
            .allMatch(
                report ->
                    report.getState() == ReportedState.ACTIVE
                        && isOf(report, grid.job(report.getJob()), bot));
    return runs
        && bot.held.stream()
            .allMatch(
                job -> beat.getLeases().stream().anyMatch(one -> one.getJob().equals(job.name())));
  }

  private boolean reportsEachLeaseOnce(BotHeartbeat beat, NaiveBot bot) {
    Set<String> jobs = new HashSet<>();
    for (LeaseReport report : beat.getLeases()) {
      boolean sane =
          report.getState() == ReportedState.ACTIVE || report.getState() == ReportedState.COMPLETED;
      if (!sane || !isOf(report, grid.job(report.getJob()), bot) || !jobs.add(report.getJob())) {
        return false;
      }
    }
    return jobs.size() == bot.held.size();
  }

  private static boolean isOf(LeaseReport report, NaiveJob job, NaiveBot bot) {
    return job != null
        && job.bot == bot
        && (report.getAttempt() == null || report.getAttempt() == job.attempt());
  }

  // [8, step 4]: only the server may say so
  private boolean violates(BotHeartbeat beat, NaiveBot bot) {
    return beat.getLeases().stream()
        .anyMatch(
            report ->
                isOf(report, grid.job(report.getJob()), bot)
                    && (report.getState() == ReportedState.PENDING
                        || report.getState() == ReportedState.CANCELLED));
  }

  // [9]
  private NaiveJob complete(LeaseReport report, NaiveBot bot) {
    NaiveJob job = grid.job(report.getJob());
    if (!isOf(report, job, bot)) {
      String instance = job == null ? null : job.instance();
      voice.refused(report.getJob(), null, instance, JobReason.INVALID_TRANSITION);
      return null;
    }
    StatusCode code = report.getCode() == null ? StatusCode.OK : report.getCode();
    int exit = report.getExitCode() == null ? 0 : report.getExitCode();
    endings.release(job, LeaseState.COMPLETED, LeaseReason.REPORTED, code);
    if (code == StatusCode.OK && exit == 0 && job.hint() != null) {
      remember(bot, job.hint());
    }
    boolean again = code == StatusCode.INTERNAL || code == StatusCode.UNAVAILABLE;
    if (again && job.tries < grid.rules.policy.getMaxAttempts()) {
      endings.retry(job, JobReason.LEASE_FAILED, code, report.getResult());
    } else {
      endings.end(job, JobOutcomeKind.COMPLETED, null, code, report.getResult());
    }
    return job;
  }

  // [5]: the newest are kept, the same one twice if need be; 0 is off
  private void remember(NaiveBot bot, String hint) {
    int limit = grid.rules.policy.getLocalityHintLimit();
    if (limit > 0) {
      bot.hints.add(hint);
    }
    while (limit > 0 && bot.hints.size() > limit) {
      bot.hints.remove(0);
    }
  }
}
