package dev.rota.kernel.engine;

import dev.rota.kernel.engine.WatchedEngine.Watcher;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a watcher of decisions that stay. A lane may take back what it has decided, and may decide
 * turns again; at the end of a turn it is certain.
 *
 * @param <V> the read-only view of a lane's state
 */
public final class DecisionWatch<V, F> {
  private final Watcher<V, F> watcher;
  private final boolean perTurn;
  private final List<Runnable> untold = new ArrayList<>();

  private DecisionWatch(Watcher<V, F> watcher, boolean perTurn) {
    this.watcher = watcher;
    this.perTurn = perTurn;
  }

  /** Nobody watches. */
  public static <V, F> DecisionWatch<V, F> none() {
    return new DecisionWatch<>(null, false);
  }

  /** For who steps: nothing is taken back. */
  public static <V, F> DecisionWatch<V, F> atOnce(Watcher<V, F> watcher) {
    return new DecisionWatch<>(watcher, false);
  }

  /**
   * For lanes.
   *
   * @param watcher null: nobody watches
   */
  public static <V, F> DecisionWatch<V, F> perTurn(Watcher<V, F> watcher) {
    return new DecisionWatch<>(watcher, true);
  }

  public boolean isNobodys() {
    return watcher == null;
  }

  void decided(V view, List<F> facts) {
    add(watcher.decided(view, facts));
  }

  void fired(Deadline deadline) {
    add(() -> watcher.fired(deadline));
  }

  private void add(Runnable what) {
    if (perTurn) {
      untold.add(what);
    } else {
      what.run();
    }
  }

  /** What {@link #takeBack} goes back to. A turn begins with 0. */
  public int mark() {
    return untold.size();
  }

  /** What was decided since then is not told. */
  public void takeBack(int mark) {
    untold.subList(mark, untold.size()).clear();
  }

  /** The turn is over: what it decided stays. */
  public void tell() {
    untold.forEach(Runnable::run);
    untold.clear();
  }
}
