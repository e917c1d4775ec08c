package dev.rota.kernel.domain;

/** A lane's state in memory. It can be rebuilt from its rows. */
public interface State {
  /** Writes each row that changed since the last save once. */
  void save();

  /**
   * Returns true if the state may take many turns between two saves: no rule and no query reads a
   * row, or asks what is unsaved. Else it is saved at the end of each turn.
   */
  default boolean savesOncePerPage() {
    return false;
  }
}
