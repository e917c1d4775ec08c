package dev.rota.serving.builds;

import java.util.Locale;

/** What a caller of a front door may be. One may be several. */
public enum DoorRole {
  /** It executes actions, and reads and writes blobs. */
  CLIENT,
  /** It runs actions and reports what came of them, and reads and writes blobs. */
  WORKER,
  /** It says itself what an action comes to, to all who trust the action cache. */
  WRITER;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
