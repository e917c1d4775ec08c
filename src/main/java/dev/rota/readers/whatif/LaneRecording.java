package dev.rota.readers.whatif;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.Participants.Past;
import dev.rota.kernel.domain.Participants.Sent;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** What happened in a lane: its turns, as they are replayed. */
final class LaneRecording {
  private final InputCodec codec;
  private final TurnCollector turns;
  private final Participants<State, Fact<State>> participants;
  private final List<TurnEntry> entries = new ArrayList<>();
  private final Set<Long> refused = new HashSet<>();

  LaneRecording(Domain domain, TurnCollector turns, Participants<State, Fact<State>> participants) {
    this.codec = new InputCodec(domain);
    this.turns = turns;
    this.participants = participants;
  }

  /** Reads all of it. */
  <T> T read(BiFunction<Watcher<State, Fact<State>>, Consumer<TurnEntry>, T> history) {
    T read = history.apply(turns, this::turn);
    participants.begin(endMillis());
    return read;
  }

  private void turn(TurnEntry entry) {
    List<Fact<State>> facts = turns.end(entry);
    entries.add(entry);
    participants.recorded(new Past(entry.number(), entry.atMillis(), event(entry)), facts);
    if (turns.refusal(facts) != null) {
      refused.add(entry.number());
    }
  }

  /** The input of a turn; null: it has none. */
  Sent event(TurnEntry entry) {
    SpecificRecord record = codec.record(entry);
    var at = entry.source();
    return record == null ? null : new Sent(at.topic(), at.timestampMillis(), record);
  }

  List<TurnEntry> entries() {
    return entries;
  }

  /** Returns true if the turn's input was refused. */
  boolean isRefused(TurnEntry entry) {
    return refused.contains(entry.number());
  }

  /** The time of the last turn. */
  long endMillis() {
    return entries.isEmpty() ? 0 : entries.get(entries.size() - 1).atMillis();
  }
}
