package dev.rota.ledger;

/** Is told what happens to the lanes of a task. */
public interface LaneListener {
  LaneListener NONE = new LaneListener() {};

  /** The lane's state could not be opened, so its inputs go to the dead letters. */
  default void setAside(String lane, Throwable fault) {}

  /** The lane is no longer in memory. */
  default void closed(String lane) {}
}
