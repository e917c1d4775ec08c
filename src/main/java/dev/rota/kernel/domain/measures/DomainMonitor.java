package dev.rota.kernel.domain.measures;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What is measured of a domain's lanes.
 *
 * @param <S> a lane's state
 * @param <F> facts
 */
public interface DomainMonitor<S, F> {
  /** Returns what every domain has, of a lane as it stands. It is asked at each scrape. */
  QueueVitals vitals(S state);

  /**
   * Returns the places of what waits, of a domain whose states do not keep since when; empty: they
   * do. A follower notes when places are taken.
   */
  default Optional<QueuePlaces> places(S state) {
    return Optional.empty();
  }

  /**
   * Returns how many assignments the lane can have at once, in the unit of {@link
   * QueueVitals#held}; empty: the domain cannot say.
   */
  default OptionalLong capacity(S state) {
    return OptionalLong.empty();
  }

  /** Further figures, of this domain alone. */
  default List<LaneGauge<S>> gauges() {
    return List.of();
  }

  /** Counts what was decided. */
  default void count(F fact, FactCounter to) {}

  /** How its facts tell who had what, and when. By default, they do not. */
  default AssignmentAccount<S, F> assignments() {
    return AssignmentAccount.none();
  }

  /** A monitor with nothing of its own. */
  static <S, F> DomainMonitor<S, F> of(Function<S, QueueVitals> vitals) {
    return vitals::apply;
  }
}
