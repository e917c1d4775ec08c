package dev.rota.kernel.domain;

/** Says how many there are of something. */
public final class PluralText {
  private PluralText() {}

  /**
   * Returns {@code 1 block} or {@code 2 blocks}.
   *
   * @param noun whose plural ends in s
   */
  public static String of(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
