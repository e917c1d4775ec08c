package dev.rota.shards.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.shards.queries.ShardsQueries;
import dev.rota.shards.rules.ShardsEngine;
import dev.rota.shards.rules.ShardsInvariants;
import java.util.List;
import java.util.Map;

/** One pool over rows in memory, which can be thrown away and rebuilt after any turn. */
public final class LonePool {
  private final TreeRows rows = new TreeRows();
  private final ShardsEngine engine = new ShardsEngine();
  private Tables tables = new Tables(rows, 0);
  private ShardsState state = new ShardsState(tables);
  private long turns;
  private long nowMillis;

  public ShardsState state() {
    return state;
  }

  public long digest() {
    return tables.digest();
  }

  public int rows() {
    return rows.size();
  }

  /** The lane's time: it never goes back, C2. */
  public long now() {
    return nowMillis;
  }

  /** A turn, with all that falls due before it; null is a tick. */
  public List<ShardsFact> take(long atMillis, ShardsInput input) {
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
  public void rebuild() {
    String before = told();
    tables = new Tables(rows, tables.digest());
    state = new ShardsState(tables);
    assertThat(told()).as("the pool as its rows have it").isEqualTo(before);
    checkInvariants();
  }

  private String told() {
    StringBuilder told = new StringBuilder(asked("state", Map.of()).toString());
    told.append(state.policy()).append(state.environment()).append(state.standing());
    told.append(state.counters());
    for (Shard shard : state.allShards()) {
      told.append(asked("pool", Map.of("shard", shard.name(), "limit", Integer.MAX_VALUE)));
    }
    state.queue().all().forEach(shard -> told.append(shard.queuedAt()).append(' '));
    return told.toString();
  }

  private Object asked(String query, Map<String, Object> arguments) {
    return ShardsQueries.all().get(query).answer(state, new QueryArguments(arguments));
  }
}
