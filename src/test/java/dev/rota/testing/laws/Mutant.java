package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import java.util.List;
import java.util.Map;

/** A domain that is itself but for what a subclass does wrong. */
public abstract class Mutant<S extends State, I, F extends Fact<S>> implements DomainCard<S, I, F> {
  private final DomainCard<S, I, F> sound;

  protected Mutant(DomainCard<S, I, F> sound) {
    this.sound = sound;
  }

  @Override
  public String name() {
    return sound.name();
  }

  @Override
  public S open(Tables tables) {
    return sound.open(tables);
  }

  @Override
  public Engine<? super S, I, F> engine() {
    return sound.engine();
  }

  @Override
  public Wire<I, F> wire() {
    return sound.wire();
  }

  @Override
  public Map<String, Query<S>> queries() {
    return sound.queries();
  }

  @Override
  public Object policy(S state) {
    return sound.policy(state);
  }

  @Override
  public LaneFigures figures(S state) {
    return sound.figures(state);
  }

  @Override
  public List<Invariant<S>> invariants() {
    return sound.invariants();
  }

  /** Rules that are a domain's own but for what a subclass does wrong. */
  public abstract static class Rules<S extends State, I, F extends Fact<S>>
      implements Engine<S, I, F> {
    final Engine<S, I, F> sound;

    @SuppressWarnings("unchecked") // an engine only reads its view: one for less is one for S
    protected Rules(DomainCard<S, I, F> domain) {
      this.sound = (Engine<S, I, F>) domain.engine();
    }

    @Override
    public int rules() {
      return sound.rules();
    }

    @Override
    public List<Step<S, F>> decide(S view, Turn<I> turn) {
      return sound.decide(view, turn);
    }

    @Override
    public Deadline nextDeadline(S view, Deadline after) {
      return sound.nextDeadline(view, after);
    }

    @Override
    public List<Step<S, F>> adopt(S view, int before) {
      return sound.adopt(view, before);
    }

    @Override
    public List<Step<S, F>> fire(S view, Deadline deadline) {
      return sound.fire(view, deadline);
    }
  }
}
