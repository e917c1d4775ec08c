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
public final class Mischief<T extends Enum<T>> {
  private static final int PER_MILLE_MAX = 150;

  // A stream of its own: a history's random choices stay what they are without mischief.
  private final SplittableRandom random;
  private final Map<T, Integer> perMille;

  private Mischief(Class<T> tricks, long seed) {
    random = new SplittableRandom(~seed);
    perMille = new EnumMap<>(tricks);
  }

  /** The seed's mix; now and then it is empty. */
  public static <T extends Enum<T>> Mischief<T> of(Class<T> tricks, long seed) {
    Mischief<T> mischief = new Mischief<>(tricks, seed);
    boolean calm = mischief.random.nextInt(8) == 0;
    for (T one : tricks.getEnumConstants()) {
      if (!calm && mischief.random.nextInt(3) == 0) {
        mischief.perMille.put(one, 1 + mischief.random.nextInt(PER_MILLE_MAX));
      }
    }
    return mischief;
  }

  /** Nothing goes wrong but this, so many times in a thousand. */
  public static <T extends Enum<T>> Mischief<T> only(T trick, int perMille) {
    Mischief<T> mischief = new Mischief<>(trick.getDeclaringClass(), 0);
    mischief.perMille.put(trick, perMille);
    return mischief;
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
