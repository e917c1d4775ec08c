package dev.rota.domain;

/** A lane's state: what is hot in memory, over the rows that it can be rebuilt from. */
public interface State {
  /** Writes the rows that changed since the last save, each once. Called at the end of a turn. */
  void save();
}
