package dev.rota.bots.model;

import dev.rota.kernel.table.Codec;

/**
 * Counters and pacing of a grid.
 *
 * @param tickets jobs queued so far
 * @param sessions bots registered so far
 * @param draws numbers drawn from the seeded stream so far
 * @param awokenAt ON_INTERVAL: epoch ms up to which backoffs have been ended
 * @param nextIteration ON_INTERVAL: epoch ms of the assigner's next iteration
 * @param idlePause ON_INTERVAL: ms between iterations after that one
 */
public record GridCounters(
    long tickets, long sessions, long draws, long awokenAt, long nextIteration, long idlePause) {
  static final GridCounters NONE = new GridCounters(0, 0, 0, 0, 0, 1);

  static final Codec<GridCounters> ROW =
      Codec.of(
          (c, out) ->
              out.number(c.tickets)
                  .number(c.sessions)
                  .number(c.draws)
                  .number(c.awokenAt)
                  .number(c.nextIteration)
                  .number(c.idlePause),
          in ->
              new GridCounters(
                  in.number(), in.number(), in.number(), in.number(), in.number(), in.number()));

  GridCounters ticket(long last) {
    return new GridCounters(
        Math.max(tickets, last), sessions, draws, awokenAt, nextIteration, idlePause);
  }

  GridCounters session() {
    return new GridCounters(tickets, sessions + 1, draws, awokenAt, nextIteration, idlePause);
  }

  GridCounters drawn(int more) {
    return new GridCounters(tickets, sessions, draws + more, awokenAt, nextIteration, idlePause);
  }

  GridCounters awoken(long atMillis) {
    return new GridCounters(tickets, sessions, draws, atMillis, nextIteration, idlePause);
  }

  GridCounters paused(long next, long idle) {
    return new GridCounters(tickets, sessions, draws, awokenAt, next, idle);
  }
}
