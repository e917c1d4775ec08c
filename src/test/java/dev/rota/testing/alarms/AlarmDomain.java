package dev.rota.testing.alarms;

import dev.rota.domain.Domain;
import dev.rota.domain.Glance;
import dev.rota.domain.Query;
import dev.rota.domain.Traffic;
import dev.rota.domain.Wire;
import dev.rota.engine.Engine;
import dev.rota.engine.Invariant;
import dev.rota.table.Tables;
import dev.rota.testing.alarms.wire.AlarmTraffic;
import dev.rota.testing.alarms.wire.AlarmWire;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The card. */
public final class AlarmDomain implements Domain<AlarmState, AlarmInput, AlarmFact> {
  private final int rules;

  public AlarmDomain() {
    this(1);
  }

  /** With another version of the rules. */
  public AlarmDomain(int rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return "alarms";
  }

  @Override
  public AlarmState open(Tables tables) {
    return new AlarmState(tables);
  }

  @Override
  public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
    return new AlarmEngine(rules);
  }

  @Override
  public Wire<AlarmInput, AlarmFact> wire() {
    return new AlarmWire();
  }

  @Override
  public Map<String, Query<AlarmState>> queries() {
    return Map.of("is_set", (state, args) -> state.alarm(args.text("id").orElse("")) != null);
  }

  @Override
  public Glance glance(AlarmState state) {
    long[] set = {0};
    state.alarms.rebuild((id, alarm) -> set[0]++);
    return new Glance(set[0], "alarms", 0, "bells");
  }

  @Override
  public List<Invariant<AlarmState>> invariants() {
    return List.of(
        new Invariant<>("every alarm has its deadline, and no other", AlarmDomain::astray));
  }

  private static Optional<String> astray(AlarmState state) {
    TreeSet<String> byId = new TreeSet<>();
    TreeSet<String> byTime = new TreeSet<>();
    state.alarms.rebuild((id, alarm) -> byId.add(id + " at " + alarm.atMillis()));
    state.deadlines.rebuild((key, unused) -> byTime.add(key.id() + " at " + key.atMillis()));
    return byId.equals(byTime) ? Optional.empty() : Optional.of(byId + " against " + byTime);
  }

  @Override
  public Traffic traffic() {
    return new Traffic() {
      @Override
      public List<String> lanes() {
        return List.of("north", "south");
      }

      @Override
      public Iterator<Event> start(String lane, long seed) {
        return new AlarmTraffic(lane, seed);
      }

      @Override
      public Iterator<Event> hostile(String lane, long seed) {
        return AlarmTraffic.hostile(lane, seed);
      }
    };
  }
}
