package dev.rota.road.health;

import dev.rota.road.health.PartitionHealth.Cause;

/**
 * The next step of whoever finds this.
 *
 * @param words what to do
 * @param command that does it, or says more
 */
public record FindingStep(String words, String command) {
  /**
   * The step after a cause.
   *
   * @param domain whose partitions it is about; of a capsule, the domain that it is cut out of
   */
  public static FindingStep of(Cause cause, String domain) {
    String name = domain.split("@", 2)[0];
    return switch (cause) {
      case NOT_PROVED ->
          new FindingStep("compare all topics with the ledger", "rota audit " + name);
      case NOT_READ, NOT_HEARD ->
          new FindingStep("see what does not answer", "rota doctor --domains " + name);
      case DISK_FULL, DISK_FILLS ->
          new FindingStep(
              "free space, or set state.dir to a larger disk; this says where the value here is from",
              "rota config show --origin");
      case NOT_DECIDED, NO_ENGINE ->
          new FindingStep("start an engine", "rota run --domains " + name);
      case STANDS ->
          top(
              "read the log and /readyz of the engine that has it: if it restores its state, wait;"
                  + " if it hangs, restart it; this shows what waits meanwhile",
              name);
      case LANE_SET_ASIDE ->
          new FindingStep(
              "report a bug; rules that can open it bring it back; this lists its inputs",
              "rota dlq list %s --reason LANE_SET_ASIDE".formatted(name));
      case HELD -> new FindingStep("release it once it may decide", "rota release " + name);
      case OPENS -> top("wait until its state is restored; this shows what waits meanwhile", name);
      case OTHER_GROUP ->
          new FindingStep(
              "set application.id as the engine has it; this says where the value here is from",
              "rota config show --origin");
      case CATCHES_UP -> top("wait; this shows what is left", name);
      case DEAD_LETTERS ->
          new FindingStep(
              "see why, and correct the sender", "rota dlq list %s --open".formatted(name));
      case BACKLOG -> top("wait until they are taken, or start another engine", name);
      case BEHIND ->
          top("wait until they are read, or let several followers share the domain", name);
      case NOT_ALLOWED ->
          new FindingStep("grant what a follower needs", "rota topics acls --role follower");
      case WELL -> throw new IllegalArgumentException("nothing is to be done");
    };
  }

  private static FindingStep top(String words, String domain) {
    return new FindingStep(words, "rota top " + domain);
  }

  /** As one sentence: {@code start an engine: 'rota run --domains bots'}. */
  public String sentence() {
    return "%s: '%s'".formatted(words, command);
  }
}
