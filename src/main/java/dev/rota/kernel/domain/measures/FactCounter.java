package dev.rota.kernel.domain.measures;

/** Takes what is counted of a lane's facts. */
public interface FactCounter {
  /** An input was refused, or a decision could not be made. The reason is one of few. */
  void refused(Enum<?> reason);

  /** Items left the resource that they had, and go on elsewhere. */
  void moved(long items);

  /** Assignments came into force. */
  default void begun(long assignments) {}
}
