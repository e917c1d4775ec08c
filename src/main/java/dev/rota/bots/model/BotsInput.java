package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.Code;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Properties;
import java.util.List;

/** What may be asked of a grid. */
public sealed interface BotsInput {
  /**
   * A job is to be run.
   *
   * @param label null: from the properties
   * @param hint null or empty: none
   * @param action null: joins nothing
   * @param operation null: as the job
   * @param timeoutMillis that the action asks for; null: nothing
   * @param cached a result is there already
   */
  record Submit(
      String job,
      String instance,
      int priority,
      String label,
      Properties properties,
      String hint,
      String action,
      boolean cacheable,
      String operation,
      Long timeoutMillis,
      boolean cached)
      implements BotsInput {
    public String handle() {
      return operation == null ? job : operation;
    }
  }

  /** A client gives up its operation. */
  record Cancel(String operation) implements BotsInput {}

  /**
   * A bot says how it is.
   *
   * @param session null: the live one, or none yet
   * @param registering a new session in any case
   * @param closing the session ends
   */
  record Heartbeat(
      String bot,
      String session,
      String instance,
      BotHealth health,
      int capacity,
      int priority,
      Properties properties,
      List<Report> reports,
      boolean registering,
      boolean closing)
      implements BotsInput {}

  /**
   * How a lease stands, as its bot says.
   *
   * @param code of a completed one
   * @param exit code of the action
   * @param attempt of the lease; 0: whichever it is
   */
  record Report(String job, Reported state, Code code, int exit, int attempt) {
    /** Whether it is about this lease, and not an earlier one. */
    public boolean isOf(Leased held) {
      return attempt == 0 || attempt == held.job().attempt();
    }
  }

  /** A lease's state as a bot reports it. */
  enum Reported {
    /** A symbol that this version does not know; its heartbeat is refused. */
    UNKNOWN,
    PENDING,
    ACTIVE,
    COMPLETED,
    CANCELLED
  }

  /**
   * Another policy, as a whole.
   *
   * @param unsupported fields with symbols that this version does not know
   */
  record Change(Policy policy, List<String> unsupported) implements BotsInput {}
}
