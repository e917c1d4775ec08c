package dev.rota.testing.laws;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules that fail over some turns and deadlines, after their facts are applied. Which ones depends
 * on a seed.
 */
final class FailingRules<S extends State, I, F extends Fact<S>> extends Mutant.Rules<S, I, F> {
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final long[] BYTES_MAX = {Domain.TURN_BYTES_MAX, 3_000, 600};
  private static final int SELDOM = 16;

  private final long seed;

  private FailingRules(DomainCard<S, I, F> domain, long seed) {
    super(domain);
    this.seed = seed;
  }

  /** A domain with such rules, whose turns may write little. */
  static <S extends State, I, F extends Fact<S>> DomainCard<S, I, F> of(
      DomainCard<S, I, F> domain, long seed) {
    Engine<S, I, F> rules = new FailingRules<>(domain, seed);
    return new Mutant<>(domain) {
      @Override
      public Engine<? super S, I, F> engine() {
        return rules;
      }

      @Override
      public long turnBytesMax() {
        return BYTES_MAX[(int) Math.floorMod(seed, (long) BYTES_MAX.length)];
      }
    };
  }

  /** True in one of sixteen cases. */
  static boolean seldom(long seed, long what) {
    return ((seed * MIX ^ what) * MIX >>> Integer.SIZE) % SELDOM == 0;
  }

  @Override
  public List<Step<S, F>> decide(S view, Turn<I> turn) {
    return failing(super.decide(view, turn), turn.number());
  }

  @Override
  public List<Step<S, F>> fire(S view, Deadline deadline) {
    return failing(super.fire(view, deadline), deadline.toString().hashCode());
  }

  private List<Step<S, F>> failing(List<Step<S, F>> steps, long what) {
    if (!seldom(seed, what)) {
      return steps;
    }
    List<Step<S, F>> more = new ArrayList<>(steps);
    more.add(
        _ -> {
          throw new IllegalStateException("the rules fail");
        });
    return more;
  }
}
