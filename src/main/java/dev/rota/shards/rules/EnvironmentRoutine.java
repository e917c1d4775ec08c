package dev.rota.shards.rules;

import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsView;
import java.util.ArrayList;
import java.util.List;

/** Replaces the block environment (section 5). */
final class EnvironmentRoutine {
  private EnvironmentRoutine() {}

  static ShardsFact fact(
      ShardsView view, ExecutionEnvironment next, AcceptedNumbers intake, long nowMillis) {
    String wrong = wrong("number", next.number(), null);
    wrong = wrong("timestamp", next.timestamp(), wrong);
    wrong = wrong("l1GasPriceWei", next.l1GasPriceWei(), wrong);
    wrong = wrong("l1GasPriceFri", next.l1GasPriceFri(), wrong);
    if (wrong != null) {
      return new EnvironmentRefused(next.number(), wrong, nowMillis);
    }
    List<String> remarks = new ArrayList<>();
    long before = view.environment().number();
    if (next.number() < before) {
      remarks.add(
          "number is " + next.number() + " after " + before + ": it is taken, the last one counts");
    }
    ExecutionEnvironment taken = intake.priced(next, remarks);
    return new EnvironmentSet(
        taken,
        view.counters().environment() + 1,
        remarks.isEmpty() ? null : String.join("; ", remarks),
        nowMillis);
  }

  private static String wrong(String field, long value, String before) {
    return before != null || value >= 0 ? before : field + " is " + value + ": expected 0 or more";
  }
}
