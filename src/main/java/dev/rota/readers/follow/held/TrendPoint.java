package dev.rota.readers.follow.held;

import java.util.function.BinaryOperator;

/**
 * A step of a trend. Levels are those at its end, counts are of all of it. Null: not known.
 *
 * @param waiting items that wait
 * @param oldestMillis how long the oldest of them has waited; null too if none waits
 * @param assigned assignments in force
 * @param capacity how many there can be; null too if the domain cannot say
 * @param turns that were taken
 * @param begun assignments that came into force
 * @param refused inputs and attempts that the rules refused, and dead letters
 */
public record TrendPoint(
    Long waiting,
    Long oldestMillis,
    Long assigned,
    Long capacity,
    Long turns,
    Long begun,
    Long refused) {
  public static final TrendPoint UNKNOWN = new TrendPoint(null, null, null, null, null, null, null);

  /** Of no lane: beside others it adds nothing; alone, nobody knows what waited. */
  static final TrendPoint NOTHING = new TrendPoint(null, null, null, null, 0L, 0L, 0L);

  /**
   * The same step of other lanes, as one. If nothing is known of some, nothing is of all. A level
   * that some do not have, since all are set aside, is that of the others.
   */
  TrendPoint plus(TrendPoint other) {
    if (equals(UNKNOWN) || other.equals(UNKNOWN)) {
      return UNKNOWN;
    }
    return new TrendPoint(
        known(waiting, other.waiting, Long::sum),
        known(oldestMillis, other.oldestMillis, Math::max),
        known(assigned, other.assigned, Long::sum),
        known(capacity, other.capacity, Long::sum),
        both(turns, other.turns),
        both(begun, other.begun),
        both(refused, other.refused));
  }

  /** The next step and this one as one: levels are the largest, counts are summed. */
  TrendPoint then(TrendPoint next) {
    return new TrendPoint(
        known(waiting, next.waiting, Math::max),
        known(oldestMillis, next.oldestMillis, Math::max),
        known(assigned, next.assigned, Math::max),
        known(capacity, next.capacity, Math::max),
        both(turns, next.turns),
        both(begun, next.begun),
        both(refused, next.refused));
  }

  /** The same levels, of a step of which not all is known. */
  TrendPoint uncounted() {
    return new TrendPoint(waiting, oldestMillis, assigned, capacity, null, null, null);
  }

  private static Long known(Long one, Long other, BinaryOperator<Long> both) {
    return one == null ? other : other == null ? one : both.apply(one, other);
  }

  private static Long both(Long one, Long other) {
    return one == null || other == null ? null : Long.valueOf(one + other);
  }
}
