package dev.rota.shards.model;

/** Why a batch takes no more transactions of its pool. */
public sealed interface BatchLimit {
  default String rule() {
    return "shards L6";
  }

  /** X7: the first so many are run one at a time. */
  record Suspects(int count) implements BatchLimit {
    @Override
    public String rule() {
      return "shards X7";
    }
  }

  /** The policy allows no more. */
  record MaxBatch(int count) implements BatchLimit {}

  /** The next one does not fit in a record. */
  record RecordSize() implements BatchLimit {}
}
