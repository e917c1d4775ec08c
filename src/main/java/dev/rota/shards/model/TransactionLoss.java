package dev.rota.shards.model;

/** Why a transaction is removed from its pool without a block. */
public enum TransactionLoss {
  /** X1: the transaction failed, and its block was made. */
  FAILED("shards X1"),
  /** X2: its batch failed. */
  BATCH_FAILED("shards X2"),
  /** X7: it brought down its workers alone. */
  POISON("shards X7");

  private final String rule;

  TransactionLoss(String rule) {
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }
}
