package dev.rota.domain;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What those who take part in a history may get wrong. Each seed has its own mix, most tricks
 * absent from it.
 *
 * @param <T> the tricks of a domain
 */
public final class FaultMix<T extends Enum<T>> {
  private static final int PER_MILLE_MAX = 150;

  // A stream of its own: a history's random choices stay what they are without faults.
  private final SplittableRandom random;
  private final Map<T, Integer> perMille;

  private FaultMix(Class<T> tricks, long seed) {
    random = new SplittableRandom(~seed);
    perMille = new EnumMap<>(tricks);
  }

  /** The seed's mix; now and then it is empty. */
  public static <T extends Enum<T>> FaultMix<T> of(Class<T> tricks, long seed) {
    FaultMix<T> faults = new FaultMix<>(tricks, seed);
    boolean calm = faults.random.nextInt(8) == 0;
    for (T one : tricks.getEnumConstants()) {
      if (!calm && faults.random.nextInt(3) == 0) {
        faults.perMille.put(one, 1 + faults.random.nextInt(PER_MILLE_MAX));
      }
    }
    return faults;
  }

  /** Nothing goes wrong but this, so many times in a thousand. */
  public static <T extends Enum<T>> FaultMix<T> only(T trick, int perMille) {
    FaultMix<T> faults = new FaultMix<>(trick.getDeclaringClass(), 0);
    faults.perMille.put(trick, perMille);
    return faults;
  }

  /** Whether it happens now. */
  public boolean plays(T trick) {
    return random.nextInt(1000) < perMille.getOrDefault(trick, 0);
  }

  /** One of them that happens now, or null. */
  public T any(T first, T last) {
    for (T one : EnumSet.range(first, last)) {
      if (plays(one)) {
        return one;
      }
    }
    return null;
  }

  /** A fault in a word or two; null: there is none. */
  public static String told(Enum<?> trick) {
    return trick == null ? null : trick.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
