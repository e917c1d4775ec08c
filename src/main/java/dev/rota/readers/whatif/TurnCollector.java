package dev.rota.readers.whatif;

import dev.rota.base.lines.AnswerRecord;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.List;

/** Collects what the turns of a history decide, and measures it. Both histories have their own. */
final class TurnCollector implements Watcher<State, Fact<State>> {
  private static final String REFUSED = "REFUSED";

  private final Domain domain;
  private final String lane;
  private final HistoryGauge<Fact<State>> gauge;
  private final AssignmentSequence decisions;
  private final LaneMeasures measures;
  private List<Fact<State>> open = new ArrayList<>();
  private boolean begun;

  TurnCollector(
      Domain domain,
      String lane,
      LaneMeasures measures,
      HistoryGauge<Fact<State>> gauge,
      AssignmentSequence decisions) {
    this.domain = domain;
    this.lane = lane;
    this.measures = measures;
    this.gauge = gauge;
    this.decisions = decisions;
  }

  @Override
  public Runnable decided(State before, List<Fact<State>> facts) {
    return () -> open.addAll(facts);
  }

  /** The turn is over. Returns what it decided. */
  List<Fact<State>> end(TurnEntry turn) {
    List<Fact<State>> facts = open;
    open = new ArrayList<>();
    if (!begun) {
      begun = true;
      measures.begin(turn.atMillis());
    }
    gauge.see(facts, turn.atMillis());
    for (Fact<State> fact : facts) {
      Output output = domain.card().wire().write(lane, fact);
      if (output != null && output.channel() == Channel.ASSIGNMENTS && output.record() != null) {
        decisions.add(turn, output.record());
      }
    }
    return facts;
  }

  /** Why the turn's input was refused as a whole, or null. */
  String refusal(List<Fact<State>> facts) {
    for (Fact<State> fact : facts) {
      Output output = domain.card().wire().write(lane, fact);
      if (output != null && output.channel() == Channel.OUTCOMES) {
        AnswerRecord outcome = new AnswerRecord(output.record());
        AnswerRecord event = outcome.has("event") ? outcome.event() : outcome;
        if (event.text("outcome").equals(REFUSED)) {
          return event.text("detail");
        }
      }
    }
    return null;
  }
}
