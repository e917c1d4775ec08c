package dev.rota.testing.alarms;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.Traffic;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.table.Tables;
import dev.rota.testing.alarms.model.AlarmFact;
import dev.rota.testing.alarms.model.AlarmInput;
import dev.rota.testing.alarms.model.AlarmState;
import dev.rota.testing.alarms.queries.AlarmQueries;
import dev.rota.testing.alarms.rules.AlarmEngine;
import dev.rota.testing.alarms.rules.AlarmInvariants;
import dev.rota.testing.alarms.traffic.AlarmTraffic;
import dev.rota.testing.alarms.wire.AlarmWire;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The card. */
public class AlarmDomain implements DomainCard<AlarmState, AlarmInput, AlarmFact> {
  private final int rules;
  private final long turnBytesMax;

  public AlarmDomain() {
    this(1);
  }

  /** With another version of the rules. */
  public AlarmDomain(int rules) {
    this(rules, TURN_BYTES_MAX);
  }

  /** With another budget of a turn. */
  public AlarmDomain(int rules, long turnBytesMax) {
    this.rules = rules;
    this.turnBytesMax = turnBytesMax;
  }

  @Override
  public long turnBytesMax() {
    return turnBytesMax;
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

  /** All rules before these run as well. */
  @Override
  public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
    return IntStream.rangeClosed(1, rules)
        .<DomainCard<AlarmState, AlarmInput, AlarmFact>>mapToObj(
            version -> new AlarmDomain(version, turnBytesMax))
        .toList();
  }

  @Override
  public Wire<AlarmInput, AlarmFact> wire() {
    return new AlarmWire();
  }

  @Override
  public Map<String, Query<AlarmState>> queries() {
    return AlarmQueries.all();
  }

  @Override
  public LaneFigures figures(AlarmState state) {
    long[] set = {0};
    state.eachAlarm((id, alarm) -> set[0]++);
    return new LaneFigures(set[0], "alarms", 0, "bells");
  }

  @Override
  public List<Invariant<AlarmState>> invariants() {
    return AlarmInvariants.all();
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
