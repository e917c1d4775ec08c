package dev.rota.lab.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.topics.InputReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * Lanes over rows in memory. Each lane has its own offsets, so its ledger does not depend on the
 * other lanes. Not thread-safe.
 */
public final class LanesInMemory {
  private final Domain domain;
  private final TreeRows rows;
  private final InputCodec codec;
  private final Map<String, Long> offsets;
  private final Sha256 digest = new Sha256();

  /** Null until a raw record comes. */
  private RawInputs raw;

  private LaneStore store;

  public LanesInMemory(Domain domain) {
    this(domain, new InputCodec(domain), new TreeRows(), new HashMap<>(), null);
  }

  private LanesInMemory(
      Domain domain, InputCodec codec, TreeRows rows, Map<String, Long> offsets, RawInputs raw) {
    this.domain = domain;
    this.codec = codec;
    this.rows = rows;
    this.offsets = offsets;
    this.raw = raw;
    this.store = new LaneStore(domain, rows);
  }

  /** Other lanes over a copy of the rows. Nothing of them is in memory yet. */
  public LanesInMemory copy() {
    return new LanesInMemory(domain, codec, new TreeRows(rows), new HashMap<>(offsets), raw);
  }

  /** Takes the event. Returns its turn, without those that its due deadlines filled before it. */
  public DecidedTurn take(String lane, Traffic.Event event) {
    List<DecidedTurn> turns = turns(lane, event);
    return turns.get(turns.size() - 1);
  }

  /**
   * Takes the event, and before it an adoption, and the turns that its due deadlines fill. The
   * turns of a raw record may be of another lane: of nobody, or of the one that key and value name.
   */
  public List<DecidedTurn> turns(String lane, Traffic.Event event) {
    List<DecidedTurn> turns = new ArrayList<>(1);
    if (event.raw() == null) {
      TurnArrival arrival = arrival(source(lane, event), lane.getBytes(UTF_8), event.record());
      lane(lane).take(arrival, arrival.timestampMillis(), turns::add);
    } else {
      raw = raw == null ? new RawInputs(domain) : raw;
      InputReader.Received received = raw.receive(event, offset(lane));
      lane(received.lane()).take(received.arrival(), event.raw().nowMillis(), turns::add);
    }
    return turns;
  }

  private TurnArrival arrival(InputPosition source, byte[] key, SpecificRecord record) {
    if (record == null) {
      return new TurnArrival.Unreadable(source, "EMPTY_VALUE", key, null);
    }
    TurnArrival input = codec.take(source, record);
    return codec.excess(source.topic(), record) == null
        ? input
        : new TurnArrival.Unreadable(source, Output.LIMIT, key, input.bytes());
  }

  /** Takes a tick. */
  public DecidedTurn tick(String lane, long atMillis) {
    return lane(lane).take(new TurnArrival.Tick(atMillis));
  }

  /** Simulates a crash: only the rows survive. */
  public void restart() {
    store = new LaneStore(domain, rows);
  }

  /** Goes on as another program would, which knows other versions of the rules. */
  public void restart(Domain program, RulesAdoption adoption) {
    store = new LaneStore(new DomainVersions(program, adoption), rows);
  }

  public Lane lane(String name) {
    return store.lane(name);
  }

  /** The number of rows, including the lanes' cursors. */
  public int rows() {
    return rows.size();
  }

  private InputPosition source(String lane, Traffic.Event event) {
    long offset = offset(lane);
    // There are no bytes on a topic to digest.
    byte[] bytes = digest.number((int) offset).finish();
    return new InputPosition(event.topic(), 0, offset, event.atMillis(), bytes);
  }

  private long offset(String lane) {
    return offsets.merge(lane, 1L, Long::sum) - 1;
  }
}
