package dev.rota.kernel.ledger;

import dev.rota.kernel.ledger.TurnEntry.Kind;

/** A turn, to be told otherwise than it was. */
public final class TestTurn {
  private final String lane;
  private Kind kind;
  private long number;
  private long atMillis;
  private InputPosition source;
  private String reason;
  private byte[] key;
  private byte[] input;
  private int outputs;
  private byte[] outputsDigest = OutputBytes.NOTHING;
  private int rules = 1;

  /** One that published nothing, by the first rules. */
  public TestTurn(String lane, Kind kind, long number, long atMillis) {
    this.lane = lane;
    this.kind = kind;
    this.number = number;
    this.atMillis = atMillis;
  }

  /** The same as this one. */
  public TestTurn(TurnEntry entry) {
    this(entry.lane(), entry.kind(), entry.number(), entry.atMillis());
    source = entry.source();
    reason = entry.reason();
    key = entry.key();
    input = entry.input();
    outputs = entry.outputs();
    outputsDigest = entry.outputsDigest();
    rules = entry.rules();
  }

  public TestTurn kind(Kind its) {
    kind = its;
    return this;
  }

  public TestTurn number(long its) {
    number = its;
    return this;
  }

  public TestTurn atMillis(long its) {
    atMillis = its;
    return this;
  }

  public TestTurn source(InputPosition its) {
    source = its;
    return this;
  }

  public TestTurn withoutReason() {
    reason = null;
    return this;
  }

  public TestTurn input(byte[] its) {
    input = its;
    return this;
  }

  public TestTurn outputs(int its) {
    outputs = its;
    return this;
  }

  public TestTurn outputsDigest(byte[] its) {
    outputsDigest = its;
    return this;
  }

  public TestTurn rules(int its) {
    rules = its;
    return this;
  }

  public TurnEntry entry() {
    return new TurnEntry(
        lane, number, atMillis, kind, source, reason, key, input, outputs, outputsDigest, rules);
  }
}
