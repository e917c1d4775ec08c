package dev.rota.bots;

/**
 * What a grid counts.
 *
 * @param tickets jobs queued so far
 * @param sessions bots registered so far
 * @param draws taken from the seeded stream so far
 * @param supply ON_INTERVAL: how often anything changed that may help a job that found no bot
 * @param nextIteration ON_INTERVAL: epoch ms of the assigner's next iteration
 * @param idlePause ON_INTERVAL: ms between iterations from then on
 */
record Counters(
    long tickets, long sessions, long draws, long supply, long nextIteration, long idlePause) {
  static final Counters NONE = new Counters(0, 0, 0, 0, 0, 1);

  Counters ticket(long last) {
    return new Counters(Math.max(tickets, last), sessions, draws, supply, nextIteration, idlePause);
  }

  Counters session() {
    return new Counters(tickets, sessions + 1, draws, supply, nextIteration, idlePause);
  }

  Counters drawn(int more) {
    return new Counters(tickets, sessions, draws + more, supply, nextIteration, idlePause);
  }

  Counters supplied() {
    return new Counters(tickets, sessions, draws, supply + 1, nextIteration, idlePause);
  }

  Counters paused(long next, long idle) {
    return new Counters(tickets, sessions, draws, supply, next, idle);
  }
}
