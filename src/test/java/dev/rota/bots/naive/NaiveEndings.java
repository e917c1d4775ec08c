package dev.rota.bots.naive;

import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.StatusCode;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;

/** How leases, jobs and sessions end: sections 9 to 11. */
final class NaiveEndings {
  private final NaiveGrid grid;
  private final NaiveVoice voice;

  NaiveEndings(NaiveGrid grid, NaiveVoice voice) {
    this.grid = grid;
    this.voice = voice;
  }

  /** The job leaves its bot. */
  void release(NaiveJob job, LeaseState state, LeaseReason reason, StatusCode code) {
    NaiveBot bot = job.bot;
    voice.ended(voice.lease(job, bot, state, reason).setCode(code == null ? null : code.name()));
    bot.held.remove(job);
    grid.charge(bot.cohort, job.instance(), -1);
    job.bot = null;
  }

  // [10]: the failure of the last try keeps its own code, a loss is ABORTED
  void retry(NaiveJob job, JobReason reason, StatusCode code, ByteBuffer result) {
    if (job.tries >= grid.rules.policy.getMaxAttempts()) {
      end(job, JobOutcomeKind.COMPLETED, JobReason.RETRIES_EXHAUSTED, code, null);
      return;
    }
    job.stage = NaiveJob.Stage.QUEUED;
    job.tries++;
    job.scheduleAfter = grid.now;
    voice.tell(
        voice
            .job(job, JobOutcomeKind.RETRIED)
            .setReason(reason)
            .setAttempt(job.attempt())
            .setResult(result));
  }

  /** The job is over, and remembered for a while. */
  void end(
      NaiveJob job, JobOutcomeKind kind, JobReason reason, StatusCode code, ByteBuffer result) {
    voice.tell(
        voice
            .job(job, kind)
            .setReason(reason)
            .setAttempt(job.attempt())
            .setCode(code == null ? null : code.name())
            .setResult(result));
    job.stage = NaiveJob.Stage.COMPLETED;
    job.cancelled = kind == JobOutcomeKind.CANCELLED || reason == JobReason.EXECUTION_LIMIT;
    job.code = code;
    job.completedAt = grid.now;
    if (grid.rules.policy.getCompletedRetentionMs() == 0) {
      grid.jobs.remove(job);
    }
  }

  void forget(NaiveJob job) {
    voice.tell(voice.job(job, JobOutcomeKind.FORGOTTEN).setReason(JobReason.AGE));
    grid.jobs.remove(job);
  }

  // [11]: as a full cancellation
  void overran(NaiveJob job) {
    release(job, LeaseState.CANCELLED, LeaseReason.EXECUTION_LIMIT, StatusCode.DEADLINE_EXCEEDED);
    StatusCode code = StatusCode.DEADLINE_EXCEEDED;
    end(job, JobOutcomeKind.COMPLETED, JobReason.EXECUTION_LIMIT, code, null);
  }

  // [11]
  void waitedTooLong(NaiveJob job) {
    end(job, JobOutcomeKind.COMPLETED, JobReason.QUEUE_LIMIT, StatusCode.UNAVAILABLE, null);
  }

  // [10]: every job of the bot is tried again, and the bot is there no more
  void lose(NaiveBot bot, BotOutcomeKind kind, BotReason reason, JobReason why) {
    List<NaiveJob> held =
        bot.held.stream()
            .sorted(Comparator.comparing(NaiveJob::name, NaiveProperties::byBytes))
            .toList();
    for (NaiveJob job : held) {
      release(job, LeaseState.EXPIRED, LeaseReason.valueOf(why.name()), null);
      retry(job, why, StatusCode.ABORTED, null);
    }
    grid.bots.remove(bot);
    voice.bot(bot, kind, reason);
  }
}
