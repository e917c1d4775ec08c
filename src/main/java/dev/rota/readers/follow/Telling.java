package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.readers.follow.Answers.Told;
import dev.rota.road.kept.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;

/**
 * Tells what was decided about things of a lane. It begins with the nearest checkpoint, and goes
 * back to earlier ones for more decisions about things that were there before.
 *
 * @param follower begins at a checkpoint
 * @param done counts the turns of the lane that were decided
 * @param things that are asked about
 * @param most events of each that are shown
 */
record Telling<S extends State, I, F extends Fact<S>>(
    Domain<S, I, F> domain,
    String lane,
    Beginning<S, I, F> beginning,
    BiFunction<Start<S, I, F>, Watcher<S, F>, Follower<S, I, F>> follower,
    LongAdder done,
    List<Thing> things,
    Moment moment,
    int most) {

  /** It goes back no further, if there is something to tell: no answer waits for a whole ledger. */
  private static final int FAR_TURNS = 50_000;

  /**
   * What an attempt has told.
   *
   * @param isWhole it began before the things were there
   */
  private record Attempt(Told<List<History>> answer, boolean isWhole) {
    boolean isEnough(int most) {
      return !isEmpty()
          && (isWhole || answer.answer().stream().allMatch(one -> one.events().size() >= most));
    }

    boolean isEmpty() {
      return answer.answer().isEmpty();
    }
  }

  /** As {@link Answers#why} says. */
  Told<List<History>> tell(Moment since) {
    if (since != null) {
      return from(beginning.nearest(lane, since)).answer();
    }
    Start<S, I, F> start = beginning.nearest(lane, moment);
    long newest = start.end().turns();
    Attempt told = from(start);
    try {
      while (!start.isFirst() && !told.isEnough(most)) {
        long turns = start.end().turns();
        // Each begins twice as far back, so that all together cost little more than the last.
        start = beginning.nearest(lane, moment, Math.min(turns - 1, 2 * turns - newest));
        if (!told.isEmpty() && isFar(start, told.answer().standing().turn())) {
          break;
        }
        told = from(start);
      }
    } catch (NotKnown | TooLong e) {
      return told.answer(); // what is before it is not retained, or takes too long
    }
    return told.answer();
  }

  private boolean isFar(Start<S, I, F> start, long turn) {
    return turn - start.lanes().lastTurn(lane) > FAR_TURNS;
  }

  private Attempt from(Start<S, I, F> start) {
    List<Inquiry<S, F>> inquiries = new ArrayList<>();
    things.forEach(thing -> inquiries.add(new Inquiry<>(domain.why(), thing, most)));
    Watcher<S, F> watcher =
        (before, facts) -> {
          List<Runnable> all = inquiries.stream().map(one -> one.decided(before, facts)).toList();
          return () -> all.forEach(Runnable::run);
        };
    try (Follower<S, I, F> from = follower.apply(start, watcher)) {
      List<Thing> old = from.believed().contains(lane) ? from.read(lane, this::known) : List.of();
      return from.at(
          lane,
          moment,
          turn -> {
            done.increment();
            inquiries.forEach(one -> one.end(turn));
          },
          (state, standing) -> {
            List<History> told = histories(inquiries, state, standing);
            boolean isWhole = told.stream().noneMatch(one -> old.contains(one.thing()));
            return new Attempt(new Told<>(standing, told), isWhole);
          });
    }
  }

  /** The things that the lane has. One that is set aside may have them all. */
  private List<Thing> known(S state, Standing standing) {
    return things.stream()
        .filter(one -> state == null || isThere(one, state, standing.atMillis()))
        .toList();
  }

  private boolean isThere(Thing thing, S state, long atMillis) {
    return domain.why().now(thing, state, atMillis).isPresent();
  }

  private List<History> histories(List<Inquiry<S, F>> inquiries, S state, Standing standing) {
    long atMillis = Answers.present(standing, moment);
    return inquiries.stream()
        .map(one -> history(one, state, atMillis))
        .filter(history -> !history.isEmpty())
        .toList();
  }

  private History history(Inquiry<S, F> inquiry, S state, long atMillis) {
    return new History(
        inquiry.thing(),
        state == null ? null : domain.why().now(inquiry.thing(), state, atMillis).orElse(null),
        inquiry.events(),
        inquiry.count());
  }
}
