package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.RequestResult;
import dev.rota.bots.values.ResolvedProperties;
import dev.rota.kernel.domain.NameCheck;
import java.util.List;

/** Section 12: a job is queued, joined to an equal one, completed from the cache, or refused. */
final class JobSubmitRoutine {
  private JobSubmitRoutine() {}

  static BotsFact submit(BotsView view, Submit submit, long nowMillis) {
    String wrong = wrongName(submit);
    if (wrong != null) {
      return refused(submit, RefusalReason.INVALID_ARGUMENT, wrong, nowMillis);
    }
    RequestResult<JobSpec> spec = spec(view, submit, nowMillis);
    if (spec.refused()) {
      return refused(submit, spec.reason(), spec.detail(), nowMillis);
    }
    Job known = view.operation(submit.handle());
    if (known != null) {
      return repeated(submit, spec.value(), known);
    }
    String pool = view.policy().pool(submit.instance());
    Job equal = submit.cacheable() ? view.joinable(pool, submit.action()) : null;
    if (equal != null) {
      // A smaller priority number moves a queued job up; a larger one never moves it down (V138).
      boolean better = equal.state() instanceof Queued && submit.priority() < equal.priority();
      int priority = better ? submit.priority() : equal.priority();
      return new JobJoined(equal.name(), submit.instance(), submit.handle(), priority, nowMillis);
    }
    if (view.job(submit.job()) != null) {
      return repeated(submit, spec.value(), view.job(submit.job()));
    }
    return submit.cached()
        ? new JobCached(spec.value(), submit.priority(), submit.handle())
        : queued(view, submit, spec.value(), pool);
  }

  private static String wrongName(Submit submit) {
    String wrong = NameCheck.wrong("job", submit.job());
    return wrong != null || submit.handle().equals(submit.job())
        ? wrong
        : NameCheck.wrong("operation", submit.handle());
  }

  private static RequestResult<JobSpec> spec(BotsView view, Submit submit, long nowMillis) {
    long limit = view.policy().limits().execution();
    Long asked = submit.timeoutMillis();
    if (asked != null && (asked > limit || asked < 0)) {
      return RequestResult.no(
          RefusalReason.INVALID_ARGUMENT,
          "timeoutMs is " + asked + ": from 0 to the grid's executionLimitMs of " + limit);
    }
    RequestResult<PropertyRules> rules = view.policy().rules(submit.instance());
    if (rules.refused()) {
      return RequestResult.no(rules.reason(), rules.detail());
    }
    RequestResult<ResolvedProperties> resolved =
        rules.value().ofJob(submit.properties(), view.version().texts());
    if (resolved.refused()) {
      return RequestResult.no(resolved.reason(), resolved.detail());
    }
    String label = submit.label() == null ? resolved.value().labels().get(0) : submit.label();
    JobBin.Key key = new JobBin.Key(submit.instance(), label, resolved.value().properties());
    JobBin alike = view.board().bin(key);
    // Thousands of jobs share these values, so each value is stored once.
    JobBin.Key shared = alike == null ? key : alike.key();
    String hint = submit.hint() == null || submit.hint().isEmpty() ? null : submit.hint();
    return RequestResult.yes(
        new JobSpec(
            view.counters().tickets() + 1,
            submit.job(),
            shared.instance(),
            shared.needs(),
            shared.label(),
            hint,
            submit.action(),
            submit.cacheable(),
            submit.priority(),
            submit.timeoutMillis(),
            nowMillis,
            view.version().carriesWork() ? submit.payload() : null));
  }

  /** An equal submission is a duplicate; a different one with the same name is a conflict. */
  private static BotsFact repeated(Submit submit, JobSpec spec, Job known) {
    String name = "job " + known.name();
    List<String> differences = RepeatedSubmission.differences(submit, spec, known);
    String again =
        known.isOver()
            ? ", which is " + known.state().standing() + ". Choose a new name to run it again."
            : "";
    return differences.isEmpty()
        ? refused(
            submit,
            RefusalReason.DUPLICATE,
            "submitted before, as " + name + again,
            spec.queuedAt())
        : refused(
            submit,
            RefusalReason.CONFLICT,
            name
                + " is there already, and this one differs: "
                + String.join("; ", differences)
                + ". Choose a new name.",
            spec.queuedAt());
  }

  private static BotsFact queued(BotsView view, Submit submit, JobSpec spec, String pool) {
    int max = view.policy().limits().queueSize();
    if (max != GridLimits.NONE && view.queue().counts().queued(pool, spec.label()) >= max) {
      return refused(
          submit,
          RefusalReason.RESOURCE_EXHAUSTED,
          "maxQueueSize: " + max + " jobs of label " + spec.label() + " wait. Try again later.",
          spec.queuedAt());
    }
    int limit = view.policy().limits().position();
    long position =
        Math.min(limit, view.queue().counts().ahead(pool, submit.priority(), limit) + 1);
    UnschedulableReason reason = UnschedulableReason.sure(view, spec);
    return new JobQueued(
        spec,
        submit.priority(),
        submit.handle(),
        position,
        reason == null ? null : reason.reason(),
        reason == null ? null : reason.missing());
  }

  private static JobRefused refused(
      Submit submit, RefusalReason reason, String detail, long nowMillis) {
    return new JobRefused(
        submit.job(), submit.handle(), submit.instance(), reason, detail, "bots 12", nowMillis);
  }

  /** Section 11: cancels an operation, and with the last operation the job. */
  static List<BotsFact> cancel(BotsView view, String operation, long nowMillis) {
    Job job = view.operation(operation);
    if (job == null) {
      String detail = "is unknown, or over and forgotten";
      return notCancelled(null, operation, RefusalReason.NOT_FOUND, detail, nowMillis);
    }
    if (job.isOver()) {
      String detail = "cannot go from " + job.state().standing() + " to CANCELLED: its job ";
      detail += job.name() + " is over";
      return notCancelled(job, operation, RefusalReason.INVALID_TRANSITION, detail, nowMillis);
    }
    if (job.operations().contains(new ClientOperation(operation, true))) {
      String detail = "cannot go from CANCELLED to CANCELLED: its job ";
      detail += job.name() + " goes on for others";
      return notCancelled(job, operation, RefusalReason.INVALID_TRANSITION, detail, nowMillis);
    }
    boolean last =
        job.operations().stream().allMatch(o -> o.cancelled() || o.name().equals(operation));
    BotsFact cancelled =
        new JobFact.OperationCancelled(job.name(), job.instance(), operation, last, nowMillis);
    return last
        ? GridEndings.with(
            cancelled, GridEndings.cancelled(job, null, BotsReason.OPERATIONS_CANCELLED, nowMillis))
        : List.of(cancelled);
  }

  private static List<BotsFact> notCancelled(
      Job job, String operation, RefusalReason reason, String detail, long nowMillis) {
    return List.of(
        new JobRefused(
            job == null ? null : job.name(),
            operation,
            job == null ? null : job.instance(),
            reason,
            "operation " + operation + " " + detail,
            "bots 11",
            nowMillis));
  }
}
