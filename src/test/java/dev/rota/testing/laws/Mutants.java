package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A domain made wrong in one way each, so that a law which cannot fail is noticed. */
final class Mutants<S extends State, I, F extends Fact<S>> {
  private static final int EVERY = 7;
  private static final int EXTRA_TABLE = 250;
  private static final long LATE_MILLIS = 10;

  private final DomainCard<S, I, F> sound;
  private final Customs<S> customs;

  Mutants(DomainCard<S, I, F> sound, Customs<S> customs) {
    this.sound = sound;
    this.customs = customs;
  }

  /** Breaks L1. */
  DomainCard<S, I, F> readsTheTimeZone() {
    return writing(output -> ruled(output, TimeZone.getDefault().getID()));
  }

  /** Breaks L1. */
  @SuppressWarnings("DefaultLocale") // that is the fault
  DomainCard<S, I, F> speaksTheLocale() {
    return writing(output -> ruled(output, String.format("%d", 1)));
  }

  /** Breaks L1: what was decided in another run is remembered. */
  DomainCard<S, I, F> remembersOtherRuns() {
    AtomicLong all = new AtomicLong();
    return writing(output -> ruled(output, "" + all.incrementAndGet() / 100));
  }

  /** Breaks L2: what is only in memory decides. */
  DomainCard<S, I, F> keepsAnUnsavedCount() {
    return ruling(
        () ->
            new Skipping() {
              private int taken;

              @Override
              boolean skips(Turn<I> turn) {
                return ++taken % EVERY == 0;
              }
            });
  }

  /** Breaks L3: a tick moves the numbers of all turns after it. */
  DomainCard<S, I, F> looksAtTurnNumbers() {
    return ruling(
        () ->
            new Skipping() {
              @Override
              boolean skips(Turn<I> turn) {
                return turn.number() % EVERY == 0;
              }
            });
  }

  /** Breaks L4: a clock that is only read now and then. */
  DomainCard<S, I, F> firesLate() {
    return ruling(
        () ->
            new Mutant.Rules<>(sound) {
              @Override
              public Deadline nextDeadline(S view, Deadline after) {
                Deadline due = super.nextDeadline(view, after);
                return due == null
                    ? null
                    : new Deadline(
                        (due.atMillis() / LATE_MILLIS + 1) * LATE_MILLIS, due.kind(), due.id());
              }

              @Override
              public List<Step<S, F>> fire(S view, Deadline deadline) {
                return super.fire(view, super.nextDeadline(view, null));
              }
            });
  }

  /** Breaks L5: what was decided before is decided once more, looked at or not. */
  DomainCard<S, I, F> repeatsItself() {
    return ruling(
        () ->
            new Mutant.Rules<>(sound) {
              private I last;
              private List<F> facts = List.of();

              @Override
              public List<Step<S, F>> decide(S view, Turn<I> turn) {
                if (turn.input().equals(last)) {
                  List<F> again = facts;
                  return List.of(_ -> again);
                }
                last = turn.input();
                List<F> noted = new ArrayList<>();
                facts = noted;
                List<Step<S, F>> steps = new ArrayList<>();
                for (Step<S, F> step : super.decide(view, turn)) {
                  steps.add(
                      now -> {
                        List<F> made = step.decide(now);
                        noted.addAll(made);
                        return made;
                      });
                }
                return steps;
              }
            });
  }

  /** Breaks L6. */
  DomainCard<S, I, F> saysNothing() {
    AtomicLong all = new AtomicLong();
    return writing(output -> all.incrementAndGet() % EVERY == 0 ? null : output);
  }

  /** Breaks L6. */
  DomainCard<S, I, F> answersTwice() {
    return ruling(
        () ->
            new Mutant.Rules<>(sound) {
              @Override
              public List<Step<S, F>> decide(S view, Turn<I> turn) {
                List<Step<S, F>> once = super.decide(view, turn);
                return Stream.concat(once.stream(), once.stream()).toList();
              }
            });
  }

  /** Rules that throw. */
  DomainCard<S, I, F> failsSoon() {
    return ruling(
        () ->
            new Mutant.Rules<>(sound) {
              @Override
              public List<Step<S, F>> decide(S view, Turn<I> turn) {
                if (turn.number() == EVERY) {
                  throw new IllegalStateException("on purpose");
                }
                return super.decide(view, turn);
              }
            });
  }

  /** Breaks L7. */
  DomainCard<S, I, F> spoilsItsState() {
    return ruling(
        () ->
            new Mutant.Rules<>(sound) {
              @Override
              public List<Step<S, F>> decide(S view, Turn<I> turn) {
                if (turn.number() % EVERY == 0) {
                  customs.spoil(view);
                }
                return super.decide(view, turn);
              }
            });
  }

  /** Breaks L8: one memory for all lanes. */
  DomainCard<S, I, F> mixesItsLanes() {
    AtomicLong all = new AtomicLong();
    return ruling(
        () ->
            new Skipping() {
              private final long from = all.get();

              @Override
              boolean skips(Turn<I> turn) {
                return (all.incrementAndGet() - from) % EVERY == 0;
              }
            });
  }

  /** Breaks L9: a row for every turn. */
  DomainCard<S, I, F> hoards() {
    return noting(Turn::number);
  }

  /** Breaks L10: a row for the last turn, refused or not. */
  DomainCard<S, I, F> notesEveryInput() {
    return noting(_ -> 1L);
  }

  private DomainCard<S, I, F> noting(Function<Turn<I>, Long> key) {
    IdentityHashMap<S, Table<Long, Long>> extra = new IdentityHashMap<>();
    return new Mutant<>(sound) {
      @Override
      public S open(Tables tables) {
        S state = super.open(tables);
        extra.put(state, tables.open(EXTRA_TABLE, Codec.LONG, Codec.LONG));
        return state;
      }

      @Override
      public Engine<? super S, I, F> engine() {
        return new Rules<>(sound) {
          @Override
          public List<Step<S, F>> decide(S view, Turn<I> turn) {
            extra.get(view).put(key.apply(turn), turn.number());
            return super.decide(view, turn);
          }
        };
      }
    };
  }

  private DomainCard<S, I, F> ruling(Supplier<Engine<S, I, F>> rules) {
    return new Mutant<>(sound) {
      @Override
      public Engine<? super S, I, F> engine() {
        return rules.get();
      }
    };
  }

  private DomainCard<S, I, F> writing(UnaryOperator<Output> change) {
    Wire<I, F> wire = sound.wire();
    return new Mutant<>(sound) {
      @Override
      public Wire<I, F> wire() {
        return new ChangedWire<>(wire, (_, output) -> output == null ? null : change.apply(output));
      }
    };
  }

  private static Output ruled(Output output, String more) {
    return new Output(output.channel(), output.key(), output.record(), output.rule() + more);
  }

  /** Rules that decide nothing now and then. */
  private abstract class Skipping extends Mutant.Rules<S, I, F> {
    Skipping() {
      super(Mutants.this.sound);
    }

    abstract boolean skips(Turn<I> turn);

    @Override
    public List<Step<S, F>> decide(S view, Turn<I> turn) {
      return skips(turn) ? List.of() : super.decide(view, turn);
    }
  }
}
