package dev.rota.kernel.ledger.moves;

import dev.rota.kernel.engine.Engine;
import java.util.HexFormat;
import java.util.regex.Matcher;

/**
 * What goes with a lane from one partition to another.
 *
 * @param pieces into which its rows are cut, from 1
 * @param sha256 over all pieces, in hexadecimal digits
 * @param nextMillis its earliest pending deadline, epoch ms, or {@link Engine#NEVER}
 * @param stuck true: its rules fail over a deadline
 */
public record MovedState(int pieces, String sha256, long nextMillis, boolean stuck) {
  /** The fields of a line, in this order. */
  static final String FORM =
      "\"pieces\":([1-9][0-9]{0,8}),\"sha256\":\"([0-9a-f]{64})\","
          + "\"next\":(null|-?[0-9]{1,19}),\"stuck\":(true|false)";

  /** Of rows that were cut. */
  public static MovedState of(LanePieces.Sum rows, long nextMillis, boolean stuck) {
    return new MovedState(rows.count(), HexFormat.of().formatHex(rows.sha256()), nextMillis, stuck);
  }

  /**
   * What the groups of such a form are, from this one on.
   *
   * @throws NumberFormatException if a number is too large
   */
  static MovedState of(Matcher form, int group) {
    String next = form.group(group + 2);
    return new MovedState(
        Integer.parseInt(form.group(group)),
        form.group(group + 1),
        next.equals("null") ? Engine.NEVER : Long.parseLong(next),
        Boolean.parseBoolean(form.group(group + 3)));
  }

  /** Returns true if these are its rows. */
  public boolean isOf(LanePieces.Sum rows) {
    return rows.count() == pieces && HexFormat.of().formatHex(rows.sha256()).equals(sha256);
  }

  /** The fields, as a line has them. */
  String fields() {
    return "\"pieces\":"
        + pieces
        + ",\"sha256\":\""
        + sha256
        + "\",\"next\":"
        + (nextMillis == Engine.NEVER ? "null" : Long.toString(nextMillis))
        + ",\"stuck\":"
        + stuck;
  }
}
