package dev.rota.readers.follow;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.WatchedEngine.Watcher;
import dev.rota.readers.follow.LaneAnswers.Told;
import dev.rota.road.kept.OpenedCheckpoint;
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
 */
record HistoryTeller(
    Domain domain,
    String lane,
    ReplayStart beginning,
    BiFunction<OpenedCheckpoint, Watcher<State, Fact<State>>, PartitionFollower> follower,
    LongAdder done,
    List<Thing> things,
    HistoryQuestion question) {

  /** It goes back no further, if there is something to tell: no answer waits for a whole ledger. */
  private static final int FAR_TURNS = 50_000;

  /**
   * What an attempt has told.
   *
   * @param isWhole it began before the things were there
   */
  private record Attempt(Told<List<ThingHistory>> answer, boolean isWhole) {
    boolean isEnough(int most) {
      return !isEmpty()
          && (isWhole || answer.answer().stream().allMatch(one -> one.events().size() >= most));
    }

    boolean isEmpty() {
      return answer.answer().isEmpty();
    }
  }

  /** As {@link LaneAnswers#why} says. */
  Told<List<ThingHistory>> tell() {
    if (question.beginning().isEmpty()) {
      return last();
    }
    Attempt told = from(beginning.nearest(lane, question.beginning().get()));
    return told.isEmpty() && question.after().isPresent() ? before() : told.answer();
  }

  /** Nothing was decided after the moment: what was decided before it says whom the lane knows. */
  private Told<List<ThingHistory>> before() {
    HistoryQuestion known = HistoryQuestion.last(question.at(), 1);
    Told<List<ThingHistory>> told =
        new HistoryTeller(domain, lane, beginning, follower, done, things, known).last();
    return new Told<>(
        told.standing(),
        told.answer().stream()
            .map(one -> new ThingHistory(one.thing(), one.now(), List.of(), 0))
            .toList());
  }

  private Told<List<ThingHistory>> last() {
    HistoryMoment moment = question.at();
    OpenedCheckpoint start = beginning.nearest(lane, moment);
    long newest = start.end().turns();
    Attempt told = from(start);
    try {
      while (!start.isFirst() && !told.isEnough(question.most())) {
        long turns = start.end().turns();
        // Each begins twice as far back, so that all together cost little more than the last.
        start = beginning.nearest(lane, moment, Math.min(turns - 1, 2 * turns - newest));
        if (!told.isEmpty() && isFar(start, told.answer().standing().turn())) {
          break;
        }
        told = from(start);
      }
    } catch (NotInLedger | ReplayTooLong _) {
      return told.answer(); // what is before it is not retained, or takes too long
    }
    return told.answer();
  }

  private boolean isFar(OpenedCheckpoint start, long turn) {
    return turn - start.lanes().lastTurn(lane) > FAR_TURNS;
  }

  private Attempt from(OpenedCheckpoint start) {
    List<ThingInquiry> inquiries = new ArrayList<>();
    things.forEach(thing -> inquiries.add(new ThingInquiry(domain.card().why(), thing, question)));
    Watcher<State, Fact<State>> watcher =
        (before, facts) -> {
          List<Runnable> all = inquiries.stream().map(one -> one.decided(before, facts)).toList();
          return () -> all.forEach(Runnable::run);
        };
    try (PartitionFollower from = follower.apply(start, watcher)) {
      List<Thing> old = from.believed().contains(lane) ? from.read(lane, this::known) : List.of();
      return from.at(
          lane,
          question.at(),
          turn -> {
            done.increment();
            inquiries.forEach(one -> one.end(turn));
          },
          (state, standing) -> {
            List<ThingHistory> told = histories(inquiries, state, standing);
            boolean isWhole = told.stream().noneMatch(one -> old.contains(one.thing()));
            return new Attempt(new Told<>(standing, told), isWhole);
          });
    }
  }

  /** The things that the lane has. One that is set aside may have them all. */
  private List<Thing> known(State state, LaneStanding standing) {
    return things.stream()
        .filter(one -> state == null || isThere(one, state, standing.atMillis()))
        .toList();
  }

  private boolean isThere(Thing thing, State state, long atMillis) {
    return domain.card().why().now(thing, state, atMillis).isPresent();
  }

  private List<ThingHistory> histories(
      List<ThingInquiry> inquiries, State state, LaneStanding standing) {
    long atMillis = LaneAnswers.present(standing, question.at());
    return inquiries.stream()
        .map(one -> history(one, state, atMillis))
        .filter(history -> !history.isEmpty())
        .toList();
  }

  private ThingHistory history(ThingInquiry inquiry, State state, long atMillis) {
    return new ThingHistory(
        inquiry.thing(),
        state == null
            ? null
            : domain.card().why().now(inquiry.thing(), state, atMillis).orElse(null),
        inquiry.events(),
        inquiry.count());
  }
}
