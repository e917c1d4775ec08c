package dev.rota.shards.rules;

import dev.rota.shards.model.ExecutionEnvironment;
import java.util.List;

/**
 * The numbers that an input may set. Version 2 of the rules took every nonce from 0 on, every
 * incarnation, and a gas price of 0.
 *
 * @param rules the version
 */
record AcceptedNumbers(int rules) {
  /** The largest counter. One more is a number, too. */
  static final long COUNTER_MAX = Long.MAX_VALUE - 1;

  private static final int BOUNDED = 3;

  /** Returns what is wrong with a nonce (T4), or null. */
  String wrongNonce(long nonce) {
    if (isBounded()) {
      return wrongCounter("nonce", nonce);
    }
    return nonce < 0 ? "nonce is " + nonce + ": expected 0 or more" : null;
  }

  /** Returns what is wrong with an incarnation (W1), or null. */
  String wrongIncarnation(long incarnation) {
    return isBounded() ? wrongCounter("incarnation", incarnation) : null;
  }

  private static String wrongCounter(String field, long value) {
    return value < 0 || value > COUNTER_MAX
        ? field + " is " + value + ": expected 0 to " + COUNTER_MAX
        : null;
  }

  /** True if no nonce follows, as the sender's last one is the largest. */
  boolean isUsedUp(long next) {
    return isBounded() && (next < 0 || next > COUNTER_MAX);
  }

  /**
   * Returns the environment that counts (E4): upstream's listener makes a gas price of 0 a 1.
   *
   * @param remarks is told of each
   */
  ExecutionEnvironment priced(ExecutionEnvironment sent, List<String> remarks) {
    if (!isBounded()) {
      return sent;
    }
    return new ExecutionEnvironment(
        sent.number(),
        sent.timestamp(),
        price("l1GasPriceWei", sent.l1GasPriceWei(), remarks),
        price("l1GasPriceFri", sent.l1GasPriceFri(), remarks),
        sent.sequencerAddress(),
        sent.protocolVersion());
  }

  private static long price(String field, long sent, List<String> remarks) {
    if (sent > 0) {
      return sent;
    }
    remarks.add(field + " is 0: it counts as 1");
    return 1;
  }

  private boolean isBounded() {
    return rules >= BOUNDED;
  }
}
