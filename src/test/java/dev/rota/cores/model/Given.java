package dev.rota.cores.model;

import java.util.List;

/** What a scenario begins with, where no input leads there. */
public final class Given {
  private Given() {}

  /** The queue, and the ticket that the next claim draws. */
  public static void queue(CoresState state, List<QueuedClaim> claims, long nextTicket) {
    state.claims().reset(claims, state.cursor());
    state.claims().header(state.cursor(), nextTicket);
  }

  public static void cursor(CoresState state, int cursor) {
    state.claims().header(cursor, state.nextTicket());
  }

  public static void claimIndex(CoresState state, ParaSet index) {
    state.index(index);
  }

  public static void parameters(CoresState state, SessionParameters parameters) {
    state.reconfigure(parameters);
  }

  /** Who occupies a core; null: nobody. */
  public static void core(CoresState state, int core, CoreOccupant occupant) {
    if (occupant == null) {
      state.empty(core);
    } else {
      state.occupy(core, occupant);
    }
  }
}
