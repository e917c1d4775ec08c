package dev.rota.chunks.wire;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What those who list chunks, workers and operators may get wrong. Each seed has its own mix, most
 * tricks absent from it.
 */
final class NetworkMischief {
  private static final int PER_MILLE_MAX = 150;

  enum Trick {
    // of a listing
    OTHER_SIZE,
    UNKNOWN_REMOVAL,
    ODD_SIZE,
    TOO_LARGE,
    ODD_CHUNK,
    ODD_DATASET,
    LISTED_AGAIN,
    RESIZED,
    WHOLE,
    FLOOD,
    // of a worker
    BAD_PEER,
    NO_CAPACITY,
    ODD_FIGURES,
    ODD_VERSION,
    OLD_VERSION,
    SUSPICIOUS,
    BEHIND,
    EMPTY,
    LEAVES,
    NEVER_THERE,
    SILENT,
    OTHER_CAPACITY,
    // of those who run the network
    OTHER_POLICY,
    BAD_POLICY,
    SNAPSHOT,
    SNAPSHOT_OF_NOBODY;

    String told() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  private final SplittableRandom random;
  private final Map<Trick, Integer> perMille = new EnumMap<>(Trick.class);

  /** A worker falls silent now and then; nothing else goes wrong. */
  static NetworkMischief none() {
    NetworkMischief none = new NetworkMischief(0, true);
    none.perMille.put(Trick.SILENT, 3);
    return none;
  }

  NetworkMischief(long seed) {
    this(seed, false);
  }

  private NetworkMischief(long seed, boolean none) {
    // A stream of its own: the network's random choices stay what they are without mischief.
    this.random = new SplittableRandom(~seed);
    boolean calm = none || random.nextInt(8) == 0;
    for (Trick one : Trick.values()) {
      if (!calm && random.nextInt(3) == 0) {
        perMille.put(one, 1 + random.nextInt(PER_MILLE_MAX));
      }
    }
  }

  /** Whether it happens now. */
  boolean plays(Trick trick) {
    return random.nextInt(1000) < perMille.getOrDefault(trick, 0);
  }
}
