package dev.rota.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** A domain's ledger, written in memory, its inputs taken from pretended topics. */
public final class Book {
  private final Domain domain;
  private final TreeRows rows = new TreeRows();
  private final InputCodec codec;
  private final List<DecidedTurn> turns = new ArrayList<>();
  private LaneStore store;
  private long offset;

  public Book(Domain domain) {
    this.domain = domain;
    this.codec = new InputCodec(domain);
    this.store = new LaneStore(domain, rows);
  }

  public DecidedTurn take(String topic, String lane, long atMillis, SpecificRecord record) {
    return take(lane, codec.take(source(topic, atMillis), record));
  }

  /** Takes an input, and before it an adoption. */
  public DecidedTurn takeAll(String topic, String lane, long atMillis, SpecificRecord record) {
    TurnArrival arrival = codec.take(source(topic, atMillis), record);
    store.lane(lane).take(arrival, atMillis, this::add);
    return turns.get(turns.size() - 1);
  }

  public DecidedTurn tick(String lane, long atMillis) {
    return take(lane, new TurnArrival.Tick(atMillis));
  }

  public DecidedTurn unreadable(String topic, String lane, long atMillis, byte[] value) {
    byte[] key = lane.getBytes(UTF_8);
    return take(
        lane, new TurnArrival.Unreadable(source(topic, atMillis), "BAD_FRAMING", key, value));
  }

  /** So many events of the domain's own traffic. */
  public void play(String lane, long seed, int events) {
    Iterator<Traffic.Event> traffic = DomainTraffic.of(domain).start(lane, seed);
    for (int i = 0; i < events; i++) {
      Traffic.Event event = traffic.next();
      take(event.topic(), lane, event.atMillis(), event.record());
    }
  }

  /** As if the process had died: nothing is left but the rows. */
  public void restart() {
    store = new LaneStore(domain, rows);
  }

  /** As if another program had started on the same rows. */
  public void restart(Domain program, RulesAdoption adoption) {
    store = new LaneStore(new DomainVersions(program, adoption), rows);
  }

  public Lane lane(String lane) {
    return store.lane(lane);
  }

  public LaneStore store() {
    return store;
  }

  public TreeRows rows() {
    return rows;
  }

  /** What a program says of each turn, in pages of one turn each. */
  public List<ReplayVerdict> replayed(Domain program) {
    PartitionReplay replay = new PartitionReplay(program);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    pages(1).forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }

  /** The ledger in pages of so many turns. */
  public List<byte[]> pages(int size) {
    return Pages.of(size, turns);
  }

  public List<DecidedTurn> turns() {
    return turns;
  }

  private DecidedTurn take(String lane, TurnArrival arrival) {
    DecidedTurn decided = store.lane(lane).take(arrival);
    return add(decided);
  }

  /** Adds a turn that was taken otherwise. */
  public DecidedTurn add(DecidedTurn decided) {
    turns.add(decided);
    return decided;
  }

  private InputPosition source(String topic, long atMillis) {
    byte[] digest = new Sha256().number((int) offset).finish();
    return new InputPosition(topic, 0, offset++, atMillis, digest);
  }
}
