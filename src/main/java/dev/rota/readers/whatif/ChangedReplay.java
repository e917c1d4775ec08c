package dev.rota.readers.whatif;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.Participants.Past;
import dev.rota.kernel.domain.Participants.Sent;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;
import org.apache.avro.specific.SpecificRecord;

/** Plays a recording again, changed, to a new lane. */
final class ChangedReplay {
  private static final byte[] NO_DIGEST = {};

  private final InputCodec codec;
  private final LaneRecording recording;
  private final PolicyPatch patch;
  private final long sinceMillis;
  private final Participants<State, Fact<State>> participants;
  private final TurnCollector turns;
  private final Lane lane;
  private final LongAdder done;
  private final Runnable each;

  /** The last policy that was recorded and not refused, or null. */
  private SpecificRecord policy;

  private boolean begun;
  private ObjLongConsumer<State> behind;

  ChangedReplay(
      Domain domain,
      String name,
      LaneRecording recording,
      HistoryChange change,
      Participants<State, Fact<State>> participants,
      TurnCollector turns,
      LongAdder done,
      Runnable each) {
    this.codec = new InputCodec(domain);
    this.recording = recording;
    this.patch = change.policy();
    this.sinceMillis = change.sinceMillis();
    this.participants = participants;
    this.turns = turns;
    this.done = done;
    this.each = each;
    DomainVersions versions =
        new DomainVersions(domain, RulesAdoption.NEWEST, DecisionWatch.perTurn(turns));
    this.lane = new LaneStore(versions, new TreeRows()).lane(name);
  }

  /**
   * Plays all of it. Call it once.
   *
   * @param behind is shown the lane's state behind each turn, with the turn's time
   */
  void play(ObjLongConsumer<State> behind) {
    this.behind = behind;
    for (TurnEntry entry : recording.entries()) {
      begin(entry);
      due(entry.atMillis(), entry.number());
      take(entry);
      done.increment();
    }
    due(recording.endMillis(), Long.MAX_VALUE);
  }

  /** Plays what comes before a recorded turn: deadlines, and inputs that history does not have. */
  private void due(long atMillis, long turn) {
    while (true) {
      long own = participants.nextMillis();
      long deadline = Math.max(lane.nextDeadline(), lane.cursor().atMillis());
      if (lane.cursor().number() > 0 && deadline < own && deadline < atMillis) {
        take(new TurnArrival.Tick(deadline), deadline);
      } else if (own < atMillis || own == atMillis && participants.nextTurn() < turn) {
        Sent next = participants.next(lane.state());
        if (next != null) {
          play(next, own);
        }
      } else {
        return;
      }
    }
  }

  private void take(TurnEntry entry) {
    if (entry.kind() == TurnEntry.Kind.TICK) {
      if (lane.isDue(entry.atMillis())) {
        take(new TurnArrival.Tick(entry.atMillis()), entry.atMillis());
      }
      return;
    }
    Sent event = recording.event(entry);
    if (event == null) {
      return;
    }
    boolean isPolicy = !recording.isRefused(entry) && patch.concerns(event.topic(), event.record());
    boolean patched = isPolicy && !patch.isEmpty() && entry.atMillis() >= sinceMillis;
    if (isPolicy) {
      policy = event.record();
    }
    if (patched) {
      event = new Sent(event.topic(), event.atMillis(), patch.apply(event.record()));
    }
    Past past = new Past(entry.number(), entry.atMillis(), event);
    for (Sent one : participants.instead(past, lane.state())) {
      accept(play(one, entry.atMillis()), patched);
    }
  }

  /** The first turn that is decided otherwise follows a policy of its own. */
  private void begin(TurnEntry entry) {
    if (begun || entry.atMillis() < sinceMillis) {
      return;
    }
    begun = true;
    long at = Math.max(sinceMillis, lane.cursor().atMillis());
    at = sinceMillis == Long.MIN_VALUE ? entry.atMillis() : at;
    due(at, entry.number());
    Sent event = recording.event(entry);
    boolean brings =
        at == entry.atMillis() && event != null && patch.concerns(event.topic(), event.record());
    if (!patch.isEmpty() && patch.isInput() && !brings) {
      Sent set = new Sent(patch.topic(), at, patch.input(policy));
      accept(play(set, at), true);
    }
  }

  private void accept(List<Fact<State>> facts, boolean patched) {
    String refusal = patched ? turns.refusal(facts) : null;
    if (refusal != null) {
      throw new RefusedPolicy(refusal);
    }
  }

  private List<Fact<State>> play(Sent event, long nowMillis) {
    InputPosition source = new InputPosition(event.topic(), 0, 0, event.atMillis(), NO_DIGEST);
    return take(codec.take(source, event.record()), nowMillis);
  }

  private List<Fact<State>> take(TurnArrival arrival, long nowMillis) {
    each.run();
    List<Fact<State>> all = new ArrayList<>();
    lane.take(arrival, nowMillis, turn -> all.addAll(end(turn)));
    if (lane.state() != null) {
      behind.accept(lane.state(), nowMillis);
    }
    return all;
  }

  private List<Fact<State>> end(DecidedTurn turn) {
    List<Fact<State>> facts = turns.end(turn.entry());
    participants.decided(facts);
    return facts;
  }
}
