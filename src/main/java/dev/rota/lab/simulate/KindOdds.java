package dev.rota.lab.simulate;

import java.util.Map;
import java.util.SplittableRandom;

/**
 * How often each kind of something happens.
 *
 * @param perMille the chance of each, in its order; the first that comes up is picked
 */
record KindOdds<K>(Map<K, Integer> perMille, SplittableRandom random) {
  /** Null: nothing happens. */
  K pick() {
    for (Map.Entry<K, Integer> often : perMille.entrySet()) {
      if (random.nextInt(1000) < often.getValue()) {
        return often.getKey();
      }
    }
    return null;
  }
}
