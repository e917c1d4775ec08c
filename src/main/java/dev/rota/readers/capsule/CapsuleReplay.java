package dev.rota.readers.capsule;

/**
 * What the replay of a capsule has shown.
 *
 * @param turns that were decided to the same
 * @param before turns before them, which its checkpoint stands for
 * @param difference the first turn that was decided otherwise, or cannot be decided; null: none
 */
public record CapsuleReplay(long turns, long before, String difference) {
  /** Returns true if every turn was decided to the same. */
  public boolean isSame() {
    return difference == null;
  }
}
