package dev.rota.domain;

/** A lane's state in memory. It can be rebuilt from its rows. */
public interface State {
  /** Writes each row that changed since the last save once. Called at the end of a turn. */
  void save();
}
