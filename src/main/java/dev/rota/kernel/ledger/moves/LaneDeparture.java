package dev.rota.kernel.ledger.moves;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The input of a lane's last turn on a partition, one line of JSON without spaces.
 *
 * <pre>
 * {"to":3,"partitions":[2,5],"pieces":1,"sha256":"9f86d0…","next":1700000000000,"stuck":false}
 * </pre>
 *
 * @param to the partition that it goes to
 * @param before how many partitions there were
 * @param after how many there are from now on
 * @param state what goes with it
 */
public record LaneDeparture(int to, int before, int after, MovedState state) {
  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"to\":([0-9]{1,9}),\"partitions\":\\[([0-9]{1,9}),([0-9]{1,9})\\],"
              + MovedState.FORM
              + "\\}");

  private static final int STATE_GROUP = 4;

  /** Reads an input; empty: it is no departure, or in another encoding. */
  public static Optional<LaneDeparture> read(byte[] input) {
    Matcher form = FORM.matcher(input == null ? "" : new String(input, US_ASCII));
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      LaneDeparture read =
          new LaneDeparture(
              Integer.parseInt(form.group(1)),
              Integer.parseInt(form.group(2)),
              Integer.parseInt(form.group(3)),
              MovedState.of(form, STATE_GROUP));
      return Optional.of(read).filter(one -> Arrays.equals(one.toBytes(), input));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  public byte[] toBytes() {
    return toString().getBytes(US_ASCII);
  }

  @Override
  public String toString() {
    String counts = ",\"partitions\":[" + before + "," + after + "],";
    return "{\"to\":" + to + counts + state.fields() + "}";
  }
}
