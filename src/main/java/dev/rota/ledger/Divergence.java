package dev.rota.ledger;

import java.util.HexFormat;

/**
 * The first difference between a lane's ledger and its replay.
 *
 * @param lane null if the entry is unreadable
 * @param number of the turn
 * @param what the field or rule that differs
 * @param expected by replay
 * @param found in the log
 */
public record Divergence(String lane, long number, String what, String expected, String found) {
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
