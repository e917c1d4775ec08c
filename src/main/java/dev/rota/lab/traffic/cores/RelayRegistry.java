package dev.rota.lab.traffic.cores;

import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.SessionSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** The paras of a seeded relay chain. They change slightly at each session. */
final class RelayRegistry {
  private static final long FIRST_PARA = 2000;

  private final RelayChainShape shape;
  private final SplittableRandom random;
  private final long spared;
  private final List<Long> parachains = new ArrayList<>();
  private final List<Long> parathreads = new ArrayList<>();
  private long nextPara = FIRST_PARA;

  /**
   * Registers the paras of the first session.
   *
   * @param spared a parathread that stays one, and for which nobody claims; 0: none
   */
  RelayRegistry(RelayChainShape shape, SplittableRandom random, long spared) {
    this.shape = shape;
    this.random = random;
    this.spared = spared;
    for (int i = 0; i < shape.parachains(); i++) {
      parachains.add(nextPara++);
    }
    for (int i = 0; i < shape.parathreads(); i++) {
      parathreads.add(nextPara++);
    }
  }

  Session session(long index) {
    if (index > 0) {
      change();
    }
    return new Session(
        index,
        shape.validators(),
        Optional.of(
            new SessionSeed(
                random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong())),
        List.copyOf(parachains),
        List.copyOf(parathreads),
        parameters());
  }

  /** Replaces one parathread, and sometimes swaps a parachain with a parathread. */
  private void change() {
    if (!parathreads.isEmpty()) {
      parathreads.set(thread(), nextPara++);
    }
    if (!parachains.isEmpty() && !parathreads.isEmpty() && random.nextInt(4) == 0) {
      int chain = random.nextInt(parachains.size());
      int thread = thread();
      parachains.set(chain, parathreads.set(thread, parachains.get(chain)));
    }
  }

  private SessionParameters parameters() {
    return new SessionParameters(
        shape.rules(),
        shape.parathreadCores(),
        2,
        10,
        4,
        4,
        3,
        5,
        OptionalLong.of(shape.validators()));
  }

  /** Returns a parathread, or sometimes a para that is none. */
  long claimant() {
    return parathreads.isEmpty() || random.nextInt(100) == 0
        ? FIRST_PARA - 1
        : parathreads.get(thread());
  }

  /** The place of any parathread but the one that is spared. */
  private int thread() {
    int place = random.nextInt(parathreads.size());
    return parathreads.get(place) == spared ? (place + 1) % parathreads.size() : place;
  }
}
