package dev.rota.ledger;

import java.util.HexFormat;

/**
 * The first place of a lane on which the log and the rules disagree.
 *
 * @param lane null when not even that could be read
 * @param number of the turn
 * @param what in a few words
 * @param expected by deciding again
 * @param found in the log
 */
public record Divergence(String lane, long number, String what, String expected, String found) {
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
