package dev.rota.bots.naive;

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
import java.util.List;

/** What a bot says: sections 8 and 9. */
final class NaiveSessions {
  private static final int CAPACITY_MAX = 10_000;

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
      voice.refused(beat.getBot(), live == null ? null : live.session, refusal);
      return;
    }
    if (beat.getClosing() && live == null) {
      voice.refused(beat.getBot(), null, BotReason.NOT_FOUND);
      return;
    }
    boolean registers = live == null || beat.getRegistering() || !goesOn(beat, live);
    if (registers && !beat.getClosing()) {
      register(beat, live);
    } else {
      synchronise(beat, live);
    }
  }

  private BotReason refusal(BotHeartbeat beat, NaiveBot live) {
    if (beat.getBot().isEmpty()) {
      return BotReason.INVALID_ARGUMENT;
    }
    if (beat.getStatus() == BotStatus.UNKNOWN
        || beat.getLeases().stream().anyMatch(NaiveSessions::isUnknown)) {
      return BotReason.UNSUPPORTED_VALUE;
    }
    if (beat.getCapacity() < 1 || beat.getCapacity() > CAPACITY_MAX) {
      return BotReason.OUT_OF_RANGE;
    }
    boolean newSession = beat.getRegistering() || beat.getSession() == null;
    if (!newSession) {
      if (live == null || !grid.rules.reaches(live.instance, beat.getInstance())) {
        return BotReason.INVALID_ARGUMENT;
      }
      if (!live.session.equals(beat.getSession())) {
        return BotReason.SESSION_MISMATCH;
      }
    }
    if (newSession && (live == null || beat.getRegistering() || !goesOn(beat, live))) {
      if (grid.rules.propertiesOfBot(beat.getInstance()).isEmpty()) {
        return BotReason.INVALID_ARGUMENT;
      }
      if (able(beat) == null) {
        return BotReason.FAILED_PRECONDITION;
      }
    }
    return null;
  }

  private static boolean isUnknown(LeaseReport report) {
    return report.getState() == ReportedState.UNKNOWN;
  }

  /** Without a session, an equal bot is the one that lives. */
  private static boolean goesOn(BotHeartbeat beat, NaiveBot live) {
    return beat.getSession() != null
        || beat.getInstance().equals(live.instance) && beat.getProperties().equals(live.said);
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
    for (LeaseReport report : beat.getLeases()) {
      if (report.getState() == ReportedState.COMPLETED) {
        voice.refused(report.getJob(), null, null, JobReason.INVALID_TRANSITION);
      }
    }
    voice.bot(bot, BotOutcomeKind.REGISTERED, null);
  }

  private void refresh(BotHeartbeat beat, NaiveBot bot) {
    bot.status = beat.getStatus();
    bot.capacity = beat.getCapacity();
    bot.priority = beat.getPriority();
    bot.expiresAt = grid.now + grid.rules.policy.getKeepaliveMs();
  }

  private void synchronise(BotHeartbeat beat, NaiveBot bot) {
    refresh(beat, bot);
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
    if (violates(beat, bot)) {
      endings.lose(
          bot,
          BotOutcomeKind.SESSION_CLOSED,
          BotReason.PROTOCOL_VIOLATED,
          JobReason.PROTOCOL_VIOLATED);
      return;
    }
    if (beat.getClosing()) {
      endings.lose(bot, BotOutcomeKind.CLOSED, null, JobReason.BOT_CLOSED);
      return;
    }
    if (!grid.rules.onEvent()) {
      fetch.after(bot, completed, retried);
    }
    voice.bot(bot, BotOutcomeKind.SYNCHRONISED, null);
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
      endings.retry(job, JobReason.LEASE_FAILED, code);
    } else {
      endings.end(job, JobOutcomeKind.COMPLETED, null, code);
    }
    return job;
  }

  // [5]: the newest are kept, the same one twice if need be
  private void remember(NaiveBot bot, String hint) {
    bot.hints.add(hint);
    while (bot.hints.size() > grid.rules.policy.getLocalityHintLimit()) {
      bot.hints.remove(0);
    }
  }
}
