package dev.rota.readers.whatif;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.measures.LaneMeasures;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/** Decides a lane's history twice: as it was, and changed. */
public final class HistoryComparer {
  private final Domain domain;
  private final WhatIf<State, Fact<State>> whatIf;
  private final String lane;
  private final HistoryChange change;
  private final Participants<State, Fact<State>> participants;
  private final LaneMeasures happened;
  private final AssignmentSequence decisions;
  private final LaneRecording recording;
  private final LongAdder done = new LongAdder();
  private Runnable each = () -> {};

  /**
   * Nothing is read yet.
   *
   * @throws dev.rota.kernel.domain.BadArgument if the fleet cannot be changed like this
   */
  public HistoryComparer(
      Domain domain, WhatIf<State, Fact<State>> whatIf, String lane, HistoryChange change) {
    this.domain = domain;
    this.whatIf = whatIf;
    this.lane = lane;
    this.change = change;
    this.participants = whatIf.participants(lane, change.fleet(), change.sinceMillis());
    this.happened = new LaneMeasures(change.sinceMillis());
    this.decisions = new AssignmentSequence(domain.wire(), null);
    this.recording =
        new LaneRecording(
            domain,
            new TurnCollector(domain, lane, happened, whatIf.gauge(happened), decisions),
            participants);
  }

  /** Runs this before each turn that is played, which it may refuse. */
  public HistoryComparer beforeEach(Runnable what) {
    each = what;
    return this;
  }

  /** Turns that were played so far. Thread-safe. */
  public long done() {
    return done.sum();
  }

  /** Reads what happened. */
  public <T> T read(BiFunction<Watcher<State, Fact<State>>, Consumer<TurnEntry>, T> history) {
    return recording.read(history);
  }

  /**
   * Plays it again. Call it once.
   *
   * @throws RefusedPolicy if the rules refuse the policy
   */
  public HistoryComparison play() {
    return play((_, _) -> {});
  }

  /** As above, and shows the lane's state behind each turn. */
  HistoryComparison play(ObjLongConsumer<State> behind) {
    LaneMeasures would = new LaneMeasures(change.sinceMillis());
    AssignmentSequence otherwise = new AssignmentSequence(domain.wire(), decisions);
    TurnCollector turns = new TurnCollector(domain, lane, would, whatIf.gauge(would), otherwise);
    new ChangedReplay(domain, lane, recording, change, participants, turns, done, each)
        .play(behind);
    long begin = recording.entries().get(0).atMillis();
    return new HistoryComparison(
        Math.max(begin, change.sinceMillis()),
        recording.endMillis(),
        recording.entries().size(),
        happened,
        would,
        otherwise.firstDifference(),
        participants.assumed());
  }
}
