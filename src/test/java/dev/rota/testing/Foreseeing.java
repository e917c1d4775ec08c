package dev.rota.testing;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Memory;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.forecast.ForecastAccuracy;
import dev.rota.readers.forecast.ForeseenStart;
import dev.rota.readers.forecast.LaneCopy;
import dev.rota.readers.forecast.PresentLane;
import dev.rota.readers.forecast.TrackRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A lane in memory that is learned from, turn by turn, and of which forecasts are made. */
public final class Foreseeing {
  private static final String LANE = "lane";

  private final Domain domain;
  private final ForecastModel<State, Object, Fact<State>> forecast;
  private final Memory<State, Object, Fact<State>> memory;
  private final TrackRecord record;
  private final List<Fact<State>> facts = new ArrayList<>();
  private final LaneStore store;
  private final long withinMillis;
  private long nowMillis;
  private Supplier<String> patience = () -> null;

  public Foreseeing(Domain domain, long withinMillis) {
    this.domain = domain;
    this.forecast = domain.card().forecast();
    this.memory = forecast.memory();
    this.record = new TrackRecord(forecast, forecast.kinds().get(0), withinMillis);
    this.withinMillis = withinMillis;
    this.store =
        new LaneStore(
            new DomainVersions(
                domain,
                RulesAdoption.NEWEST,
                DecisionWatch.perTurn((_, decided) -> () -> facts.addAll(decided))),
            new TreeRows());
  }

  private Lane lane() {
    return store.lane(LANE);
  }

  public State state() {
    return lane().state();
  }

  public long nowMillis() {
    return nowMillis;
  }

  /** Takes an input, behind a tick at each deadline before it. Returns what they start. */
  public List<Start> take(long atMillis, Object input) {
    List<Start> starts = new ArrayList<>(pass(atMillis));
    nowMillis = atMillis;
    InputPosition source = new InputPosition("topic", 0, 0, atMillis, new byte[0]);
    DecidedTurn decided = lane().take(new TurnArrival.Legible(source, input, new byte[0]));
    if (!decided.faults().isEmpty()) {
      throw new IllegalStateException(
          "the rules fail over " + input, decided.faults().get(0).cause());
    }
    starts.addAll(learned());
    return starts;
  }

  /** Lets time pass. Returns what is started. */
  public List<Start> pass(long toMillis) {
    List<Start> starts = new ArrayList<>();
    for (long due = lane().nextDeadline(); due < toMillis; due = lane().nextDeadline()) {
      nowMillis = due;
      lane().take(new TurnArrival.Tick(due));
      starts.addAll(learned());
    }
    return starts;
  }

  private List<Start> learned() {
    List<Fact<State>> decided = List.copyOf(facts);
    facts.clear();
    memory.learn(decided, nowMillis);
    List<Start> starts =
        decided.stream().flatMap(fact -> forecast.starts(fact, nowMillis).stream()).toList();
    starts.forEach(record::happened);
    return starts;
  }

  private PresentLane present() {
    LaneCopy copy = new LaneCopy(store, LANE);
    long turn = lane().cursor().number();
    return new PresentLane(domain, copy, memory, LANE, turn, nowMillis, patience);
  }

  /** Asked before each turn of a forecast. */
  public void patience(Supplier<String> limit) {
    patience = limit;
  }

  /** Makes a forecast of all that waits, to be compared with what happens. */
  public void record() {
    record.forecast(present(), state());
  }

  /** What came of the forecasts. */
  public ForecastAccuracy judged() {
    return record.end(state(), nowMillis);
  }

  public ForeseenStart of(String kind, String id) {
    return present().of(new Thing(kind, id), withinMillis).orElseThrow();
  }

  /** The forecast in one line. */
  public String told(String kind, String id) {
    ForeseenStart foreseen = of(kind, id);
    String reason = foreseen.reason() == null ? "" : " by " + foreseen.reason().rule();
    return foreseen.outcome()
        + (foreseen.start() == null
            ? " "
                + (foreseen.told() == null
                    ? Instant.ofEpochMilli(foreseen.atMillis())
                    : foreseen.told())
            : " " + told(foreseen.start()))
        + reason;
  }

  /** What is started next, a line for each. */
  public List<String> next(int most) {
    return present().next(forecast.kinds().get(0), most, withinMillis).starts().stream()
        .map(Foreseeing::named)
        .toList();
  }

  private static String named(Start start) {
    return start.thing() + " " + told(start);
  }

  private static String told(Start start) {
    return Instant.ofEpochMilli(start.atMillis()) + " on " + start.where();
  }
}
