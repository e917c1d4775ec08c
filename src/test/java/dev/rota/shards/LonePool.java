package dev.rota.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import dev.rota.table.Tables;
import dev.rota.table.TreeRows;
import java.util.List;

/** One pool over rows in memory, which can be thrown away and rebuilt after any turn. */
final class LonePool {
  private final TreeRows rows = new TreeRows();
  private final ShardsEngine engine = new ShardsEngine();
  private Tables tables = new Tables(rows, 0);
  private ShardsState state = new ShardsState(tables);
  private long turns;
  private long nowMillis;

  ShardsState state() {
    return state;
  }

  long digest() {
    return tables.digest();
  }

  int rows() {
    return rows.size();
  }

  /** The lane's time: it never goes back, C2. */
  long now() {
    return nowMillis;
  }

  /** A turn, with all that falls due before it; null is a tick. */
  List<ShardsFact> take(long atMillis, ShardsInput input) {
    nowMillis = Math.max(nowMillis, atMillis);
    List<ShardsFact> facts =
        new Stepper<>(engine, state).take(new Turn<>("pool", ++turns, nowMillis, input));
    state.save();
    checkInvariants();
    return facts;
  }

  void checkInvariants() {
    ShardsInvariants.all()
        .forEach(
            invariant ->
                assertThat(invariant.broken().apply(state)).as(invariant.name()).isEmpty());
  }

  /** What is left when everything in memory is lost; it has to be all of it. */
  void rebuild() {
    String before = told();
    tables = new Tables(rows, tables.digest());
    state = new ShardsState(tables);
    assertThat(told()).as("the pool as its rows have it").isEqualTo(before);
    checkInvariants();
  }

  private String told() {
    StringBuilder told = new StringBuilder(Answers.check(state).toString());
    told.append(state.policy()).append(state.environment()).append(state.standing());
    told.append(state.counters());
    for (Shard shard : state.allShards()) {
      told.append(Answers.pool(shard, Integer.MAX_VALUE));
    }
    state.queue().all().forEach(shard -> told.append(shard.queuedAt).append(' '));
    return told.toString();
  }
}
