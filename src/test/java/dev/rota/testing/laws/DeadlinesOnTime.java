package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * L4: a deadline due at t is decided as of t, before anything at or after t. Held to a run in which
 * every millisecond has its tick; in long silences, only those at which something is due.
 */
final class DeadlinesOnTime<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  private static final long EVERY_MILLIS = 300;

  DeadlinesOnTime(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    return customs.hasDeadlines() ? late(history) : unexpected(history);
  }

  /** A domain without deadlines has none in any state. */
  private Optional<String> unexpected(History history) {
    LanesInMemory bench = bench();
    for (Traffic.Event event : history.events()) {
      take(bench, history.lane(), event);
      if (bench.lane(history.lane()).nextDeadline() != Engine.NEVER) {
        return Optional.of("a deadline, where the domain says it has none");
      }
    }
    ended(bench, history.lane());
    return Optional.empty();
  }

  private Optional<String> late(History history) {
    List<DecidedTurn> plain = play(history);
    List<DecidedTurn> ticked = everyMillisecond(history);
    return plain.stream()
        .map(this::outOfOrder)
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> ticked.stream().map(this::notItsOwnTime).flatMap(Optional::stream).findFirst())
        .or(
            () ->
                TicksChangeNothing.difference(
                    TicksChangeNothing.decisions(plain), TicksChangeNothing.decisions(ticked)));
  }

  private List<DecidedTurn> everyMillisecond(History history) {
    LanesInMemory bench = bench();
    String lane = history.lane();
    List<DecidedTurn> turns = new ArrayList<>();
    for (Traffic.Event event : history.events()) {
      long now = bench.lane(lane).cursor().atMillis();
      long end = Math.max(now, event.atMillis());
      // Time that has already passed for a dead letter fires nothing: that is the next turn's.
      while (now <= end) {
        tally.turn();
        turns.add(bench.tick(lane, now));
        long due = bench.lane(lane).nextDeadline();
        now = end - now <= EVERY_MILLIS ? now + 1 : Math.max(now + 1, Math.min(due, end));
      }
      turns.add(take(bench, lane, event));
    }
    return turns;
  }

  private Optional<String> notItsOwnTime(DecidedTurn turn) {
    for (Output output : turn.published()) {
      OptionalLong due = customs.dueAt(output);
      if (due.isPresent()) {
        tally.met();
        if (due.getAsLong() != turn.entry().atMillis()) {
          return Optional.of(
              "what was due at " + due.getAsLong() + " fired at " + turn.entry().atMillis());
        }
      }
    }
    return Optional.empty();
  }

  /** What fires comes first, by its time. */
  private Optional<String> outOfOrder(DecidedTurn turn) {
    long last = Long.MIN_VALUE;
    for (Output output : turn.published()) {
      if (output.record() == null && !output.isDeadLetter()) {
        continue; // a key without a value tells no time
      }
      long due = customs.dueAt(output).orElse(Long.MAX_VALUE);
      if (due < last) {
        return Optional.of("what was due at " + due + " fired too late within its turn");
      }
      last = due;
    }
    return Optional.empty();
  }
}
