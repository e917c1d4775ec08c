package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.domain.OpaqueBytes;
import java.util.List;

/** What a grid accepts. */
public sealed interface BotsInput {
  /**
   * A job is submitted.
   *
   * @param label null to derive it from the properties
   * @param hint null or empty if none
   * @param action null if the job joins no equal action
   * @param operation null for the job's name
   * @param timeoutMillis the action's timeout, ms; null if none
   * @param cached true if a result exists already
   * @param payload what to run; null if none is said
   */
  record Submit(
      String job,
      String instance,
      int priority,
      String label,
      SortedProperties properties,
      String hint,
      String action,
      boolean cacheable,
      String operation,
      Long timeoutMillis,
      boolean cached,
      OpaqueBytes payload)
      implements BotsInput {
    public String handle() {
      return operation == null ? job : operation;
    }
  }

  /** A client cancels its operation. */
  record Cancel(String operation) implements BotsInput {}

  /**
   * A bot reports its status.
   *
   * @param session null for the current one, or if there is none yet
   * @param registering true to start a new session in any case
   * @param closing true to end the session
   */
  record Heartbeat(
      String bot,
      String session,
      String instance,
      BotProfile profile,
      SortedProperties properties,
      List<Report> reports,
      boolean registering,
      boolean closing)
      implements BotsInput {
    /** From a bot that goes on as it is. */
    public static Heartbeat of(Bot bot, List<Report> reports) {
      BotSpec spec = bot.spec;
      return new Heartbeat(
          spec.name(),
          spec.session(),
          spec.instance(),
          bot.profile,
          spec.said(),
          reports,
          false,
          false);
    }
  }

  /**
   * A bot reports the state of a lease.
   *
   * @param code set for a completed lease
   * @param exit the action's exit code
   * @param attempt the lease's attempt; 0 for any
   * @param result what came of it; null if none is said
   */
  record Report(
      String job, Reported state, GrpcStatus code, int exit, int attempt, OpaqueBytes result) {
    /** A report without a result. */
    public Report(String job, Reported state, GrpcStatus code, int exit, int attempt) {
      this(job, state, code, exit, attempt, null);
    }

    /** True if the report is about this lease and not an earlier one. */
    public boolean isOf(Leased held) {
      return attempt == 0 || attempt == held.job().attempt();
    }
  }

  /** A lease's state as reported by its bot. */
  enum Reported {
    /** A symbol that this version does not know. The heartbeat is refused. */
    UNKNOWN,
    PENDING,
    ACTIVE,
    COMPLETED,
    CANCELLED
  }

  /**
   * A complete new policy.
   *
   * @param unsupported fields with symbols that this version does not know
   */
  record Change(GridPolicy policy, List<String> unsupported) implements BotsInput {}
}
