package dev.rota.lab.traffic;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The faults that participants of a generated history commit. Each seed has its own mix; most
 * faults are absent from it.
 *
 * @param <T> the faults of a domain
 */
public final class FaultMix<T extends Enum<T>> {
  private static final int PER_MILLE_MAX = 150;

  // A separate stream, so that a history's other random choices are the same without faults.
  private final SplittableRandom random;
  private final Map<T, Integer> perMille;

  private FaultMix(Class<T> tricks, long seed) {
    random = new SplittableRandom(~seed);
    perMille = new EnumMap<>(tricks);
  }

  /** The seed's mix, which may be empty. */
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

  /** Only this fault, with a probability in per mille. */
  public static <T extends Enum<T>> FaultMix<T> only(T trick, int perMille) {
    FaultMix<T> faults = new FaultMix<>(trick.getDeclaringClass(), 0);
    faults.perMille.put(trick, perMille);
    return faults;
  }

  /** Draws whether the fault happens now. */
  public boolean plays(T trick) {
    return random.nextInt(1000) < perMille.getOrDefault(trick, 0);
  }

  /** Draws the first fault of the range that happens now, or null. */
  public T any(T first, T last) {
    for (T one : EnumSet.range(first, last)) {
      if (plays(one)) {
        return one;
      }
    }
    return null;
  }

  /** The fault's name for people; null for none. */
  public static String told(Enum<?> trick) {
    return trick == null ? null : trick.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
