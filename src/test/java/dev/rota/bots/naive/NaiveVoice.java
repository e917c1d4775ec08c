package dev.rota.bots.naive;

import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyOutcome;
import dev.rota.bots.PolicyOutcomeKind;
import dev.rota.bots.PolicyReason;

/**
 * Says what has happened, in the records of the contract; without details, which are for people.
 */
final class NaiveVoice {
  private final NaiveGrid grid;

  NaiveVoice(NaiveGrid grid) {
    this.grid = grid;
  }

  private void outcome(Object event) {
    grid.told.add(new GridOutcome(NaiveGrid.NAME, grid.now, event));
  }

  JobOutcome.Builder job(NaiveJob job, JobOutcomeKind kind) {
    return JobOutcome.newBuilder().setJob(job.name()).setInstance(job.instance()).setOutcome(kind);
  }

  void tell(JobOutcome.Builder outcome) {
    outcome(outcome.build());
  }

  void refused(String job, String operation, String instance, JobReason reason) {
    tell(
        JobOutcome.newBuilder()
            .setJob(job)
            .setOperation(operation)
            .setInstance(instance)
            .setOutcome(JobOutcomeKind.REFUSED)
            .setReason(reason));
  }

  void refused(String bot, String session, BotReason reason) {
    outcome(
        BotOutcome.newBuilder()
            .setBot(bot)
            .setSession(session)
            .setOutcome(BotOutcomeKind.REFUSED)
            .setReason(reason)
            .build());
  }

  void bot(NaiveBot bot, BotOutcomeKind kind, BotReason reason) {
    BotOutcome.Builder outcome =
        BotOutcome.newBuilder()
            .setBot(bot.name)
            .setSession(bot.session)
            .setOutcome(kind)
            .setReason(reason);
    outcome(
        outcome
            .setCohort(bot.cohort)
            .setLeases(
                bot.held.stream().map(NaiveJob::name).sorted(NaiveProperties::byBytes).toList())
            .setExpiresAt(bot.expiresAt)
            .build());
  }

  void policy(PolicyReason reason) {
    outcome(
        PolicyOutcome.newBuilder()
            .setOutcome(reason == null ? PolicyOutcomeKind.APPLIED : PolicyOutcomeKind.REFUSED)
            .setReason(reason)
            .build());
  }

  void started(NaiveJob job, Double score, LeaseReason reason) {
    Lease.Builder lease = lease(job, job.bot, LeaseState.ACTIVE, reason).setScore(score);
    lease.setAction(job.asked.getAction()).setPayload(job.asked.getPayload());
    grid.told.add(lease.build());
  }

  void ended(Lease.Builder lease) {
    grid.told.add(lease.build());
  }

  Lease.Builder lease(NaiveJob job, NaiveBot bot, LeaseState state, LeaseReason reason) {
    return Lease.newBuilder()
        .setGrid(NaiveGrid.NAME)
        .setJob(job.name())
        .setInstance(job.instance())
        .setBot(bot.name)
        .setSession(bot.session)
        .setCohort(bot.cohort)
        .setState(state)
        .setAttempt(job.attempt())
        .setStrategy(job.found)
        .setReason(reason)
        .setAt(grid.now);
  }
}
