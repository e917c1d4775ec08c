package dev.rota.app.run;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Traffic;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.road.topics.LanesInMemory;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides made-up turns, and replays their ledger, so that the JVM has compiled the rules when the
 * first real ones come. Nothing is left of them.
 */
final class WarmUp {
  private static final int PAGES = 10;
  private static final int TURNS = 100;
  private static final String LANE = "made-up";

  private final List<Domain> domains;
  private final long limitNanos;
  private final Thread thread = new Thread(this::run, "warm-up");
  private volatile boolean over;

  private WarmUp(List<Domain> domains, Duration limit) {
    this.domains = List.copyOf(domains);
    this.limitNanos = limit.toNanos();
    thread.setDaemon(true);
  }

  /**
   * Starts in a thread of its own, which ends by itself.
   *
   * @param each how long at most for a domain
   */
  static WarmUp start(List<Domain> domains, Duration each) {
    WarmUp one = new WarmUp(domains, each.multipliedBy(domains.size()));
    one.thread.start();
    return one;
  }

  /** What is real has come. */
  void end() {
    over = true;
  }

  Thread thread() {
    return thread;
  }

  private void run() {
    long began = System.nanoTime();
    for (int seed = 1; !over && System.nanoTime() - began < limitNanos; seed++) {
      for (Domain domain : domains) {
        int unused = over ? 0 : decide(domain, seed);
      }
    }
  }

  /** Decides some turns of that seed, and again. Returns how many were the same. */
  static int decide(Domain domain, int seed) {
    LanesInMemory lanes = new LanesInMemory(domain);
    PartitionReplay replay = new PartitionReplay(domain, 0, true);
    PageWriter pages = new PageWriter(0, PageEnd.START);
    Iterator<Traffic.Event> events = domain.traffic().start(LANE, seed);
    AtomicInteger same = new AtomicInteger();
    for (int page = 0; page < PAGES; page++) {
      long digest = 0;
      for (int i = 0; i < TURNS; i++) {
        for (DecidedTurn turn : lanes.turns(LANE, events.next())) {
          pages.add(turn.entry());
          digest = turn.stateDigest();
        }
      }
      long last = digest;
      TurnPage unused =
          replay.page(
              pages.close(lane -> last).bytes(),
              verdict -> same.addAndGet(verdict instanceof ReplayVerdict.Same ? 1 : 0));
    }
    return same.get();
  }
}
