package dev.rota.shards.model;

/** Why a batch takes no more transactions of its pool. */
public sealed interface BatchLimit {
  String rule();

  /** X7: the first so many are run one at a time. */
  record Suspects(int count) implements BatchLimit {
    @Override
    public String rule() {
      return "shards X7";
    }
  }

  /** L6: the policy allows no more. */
  record MaxBatch(int count) implements BatchLimit {
    @Override
    public String rule() {
      return "shards L6";
    }
  }

  /** L6: the next one does not fit in a record. */
  record RecordSize() implements BatchLimit {
    @Override
    public String rule() {
      return "shards L6";
    }
  }
}
