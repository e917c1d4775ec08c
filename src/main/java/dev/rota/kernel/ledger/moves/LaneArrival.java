package dev.rota.kernel.ledger.moves;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The input of a turn with which a lane comes to a partition: one line of JSON without spaces, a
 * line feed, and a piece of its rows.
 *
 * <pre>
 * {"from":0,"turn":17,"piece":1,"pieces":2,"sha256":"9f86d0…","next":null,"stuck":false}
 * </pre>
 *
 * @param from the partition that it has left
 * @param turn with which it left
 * @param piece which one of its rows, from 1
 * @param state what comes with it
 * @param rows the piece, as {@link LanePieces} cuts it
 */
public record LaneArrival(int from, long turn, int piece, MovedState state, byte[] rows) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"from\":([0-9]{1,9}),\"turn\":([1-9][0-9]{0,17}),\"piece\":([1-9][0-9]{0,8}),"
              + MovedState.FORM
              + "\\}");

  private static final int STATE_GROUP = 4;
  private static final int LINE_MAX = 512;

  /** Reads an input; empty: it is no arrival, or in another encoding. */
  public static Optional<LaneArrival> read(byte[] input) {
    int end = lineEnd(input);
    Matcher form = FORM.matcher(end < 0 ? "" : new String(input, 0, end, US_ASCII));
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      LaneArrival read =
          new LaneArrival(
              Integer.parseInt(form.group(1)),
              Long.parseLong(form.group(2)),
              Integer.parseInt(form.group(3)),
              MovedState.of(form, STATE_GROUP),
              Arrays.copyOfRange(input, end + 1, input.length));
      byte[] again = read.line();
      boolean same = Arrays.equals(again, 0, again.length, input, 0, end + 1);
      return same ? Optional.of(read) : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static int lineEnd(byte[] input) {
    int most = input == null ? 0 : Math.min(input.length, LINE_MAX);
    for (int i = 0; i < most; i++) {
      if (input[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** The number of its turn. */
  public long number() {
    return turn + piece;
  }

  public boolean isFirst() {
    return piece == 1;
  }

  /** Returns true if the lane is all here then. */
  public boolean isLast() {
    return piece == state.pieces();
  }

  private byte[] line() {
    String which = "{\"from\":" + from + ",\"turn\":" + turn + ",\"piece\":" + piece + ",";
    return (which + state.fields() + "}\n").getBytes(US_ASCII);
  }

  public byte[] toBytes() {
    byte[] line = line();
    byte[] all = Arrays.copyOf(line, line.length + rows.length);
    System.arraycopy(rows, 0, all, line.length, rows.length);
    return all;
  }
}
