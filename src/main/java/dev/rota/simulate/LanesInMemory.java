package dev.rota.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.domain.Output;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.ledger.Arrival;
import dev.rota.ledger.Decided;
import dev.rota.ledger.InputCodec;
import dev.rota.ledger.Lane;
import dev.rota.ledger.LaneStore;
import dev.rota.ledger.Source;
import dev.rota.table.Sha256;
import dev.rota.table.TreeRows;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * Lanes over rows in memory. Each lane has its own offsets, so its ledger does not depend on the
 * other lanes. Not thread-safe.
 */
public final class LanesInMemory<S extends State, I, F extends Fact<S>> {
  private final Domain<S, I, F> domain;
  private final TreeRows rows = new TreeRows();
  private final InputCodec<S, I, F> codec;
  private final Map<String, Long> offsets = new HashMap<>();
  private LaneStore<S, I, F> store;

  public LanesInMemory(Domain<S, I, F> domain) {
    this.domain = domain;
    this.codec = new InputCodec<>(domain);
    this.store = new LaneStore<>(domain, rows);
  }

  public Decided take(String lane, Traffic.Event event) {
    Arrival<I> arrival = arrival(source(lane, event), lane.getBytes(UTF_8), event.record());
    Decided[] last = new Decided[1];
    lane(lane).take(arrival, arrival.timestampMillis(), decided -> last[0] = decided);
    return last[0];
  }

  private Arrival<I> arrival(Source source, byte[] key, SpecificRecord record) {
    if (record == null) {
      return new Arrival.Unreadable<>(source, "EMPTY_VALUE", key, null);
    }
    Arrival<I> input = codec.take(source, record);
    return codec.excess(source.topic(), record) == null
        ? input
        : new Arrival.Unreadable<>(source, Output.LIMIT, key, input.bytes());
  }

  /** Takes a tick. */
  public Decided tick(String lane, long atMillis) {
    return lane(lane).take(new Arrival.Tick<>(atMillis));
  }

  /** Simulates a crash: only the rows survive. */
  public void restart() {
    store = new LaneStore<>(domain, rows);
  }

  public Lane<S, I, F> lane(String name) {
    return store.lane(name);
  }

  /** The number of rows, including the lanes' cursors. */
  public int rows() {
    return rows.size();
  }

  private Source source(String lane, Traffic.Event event) {
    long offset = offsets.merge(lane, 1L, Long::sum) - 1;
    // There are no bytes on a topic to digest.
    byte[] digest = new Sha256().number((int) offset).finish();
    return new Source(event.topic(), 0, offset, event.atMillis(), digest);
  }
}
