package dev.rota.chunks.queries;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.LoneNetwork;
import dev.rota.chunks.rules.ChunksEngine;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.engine.WatchedEngine;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** A network each of whose steps is asked why, as a follower asks. */
final class WatchedNetwork {
  private final ChunksWhy why = new ChunksWhy();
  private final TreeRows rows;
  private final ChunksState state;
  private final Stepper<ChunksState, ChunksInput, ChunksFact> lane;
  private final Function<List<ChunksFact>, Set<Thing>> asked;

  /** What the last turn decided about each thing. */
  private final Map<Thing, List<Reason>> told = new LinkedHashMap<>();

  private long turns;
  private long nowMillis;

  /**
   * Creates an empty network.
   *
   * @param asked the things that are asked about when these facts are decided
   */
  WatchedNetwork(Function<List<ChunksFact>, Set<Thing>> asked) {
    this(asked, new TreeRows());
  }

  private WatchedNetwork(Function<List<ChunksFact>, Set<Thing>> asked, TreeRows rows) {
    GeneratedClasses.trust();
    this.asked = asked;
    this.rows = rows;
    this.state = new ChunksDomain().open(new Tables(rows, 0));
    this.lane =
        new Stepper<>(
            new WatchedEngine<ChunksView, ChunksInput, ChunksFact>(
                new ChunksEngine(RulesEdition.THREE), (_, facts) -> () -> decided(facts)),
            state);
  }

  /** Another network that goes on from here. Nobody asks it why. */
  WatchedNetwork copy() {
    WatchedNetwork copy = new WatchedNetwork(_ -> Set.of(), new TreeRows(rows));
    copy.turns = turns;
    copy.nowMillis = nowMillis;
    return copy;
  }

  long nowMillis() {
    return nowMillis;
  }

  ChunksState state() {
    return state;
  }

  private void decided(List<ChunksFact> facts) {
    for (Thing thing : asked.apply(facts)) {
      told.computeIfAbsent(thing, _ -> new ArrayList<>()).addAll(why.decided(thing, state, facts));
    }
  }

  /** Takes a record, or a tick if it is null, and returns the facts. */
  List<ChunksFact> take(long atMillis, long stampMillis, SpecificRecord record) {
    told.clear();
    nowMillis = Math.max(nowMillis, atMillis);
    ChunksInput input = record == null ? null : new ChunksWire().read(record);
    List<ChunksFact> facts =
        lane.take(
            new Turn<>(
                LoneNetwork.NETWORK, ++turns, nowMillis, Math.min(stampMillis, nowMillis), input));
    state.save();
    return facts;
  }

  void send(long atMillis, SpecificRecord... records) {
    for (SpecificRecord record : records) {
      take(atMillis, atMillis, record);
    }
  }

  void tick(long atMillis) {
    take(atMillis, atMillis, null);
  }

  /** What the last turn decided about the thing. */
  List<Reason> decided(Thing thing) {
    return told.getOrDefault(thing, List.of());
  }

  Reason now(Thing thing) {
    return why.now(thing, state, nowMillis).orElse(null);
  }
}
