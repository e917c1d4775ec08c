package dev.rota.road.stream.time;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.text.Utf8Text;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A record of a domain's time topic: a hint that time may pass.
 *
 * <pre>
 * until 1700000000000
 * claims 17
 * </pre>
 *
 * @param untilMillis the cluster's time, in epoch ms, when the ends of the inputs were asked
 * @param ends for each input of the domain in order: every record that was acknowledged before that
 *     time has a lower offset; 0: nothing is left to read
 */
public record TimeNudge(long untilMillis, List<Long> ends) {
  private static final String UNTIL = "until";
  private static final int BYTES_MAX = 1 << 14;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  public byte[] encode(List<String> inputs) {
    StringBuilder lines = new StringBuilder(UNTIL).append(' ').append(untilMillis);
    for (int input = 0; input < inputs.size(); input++) {
      lines.append('\n').append(inputs.get(input)).append(' ').append(ends.get(input));
    }
    return lines.toString().getBytes(UTF_8);
  }

  /** Returns nothing for bytes that are no nudge of these inputs. */
  public static Optional<TimeNudge> decode(byte[] bytes, List<String> inputs) {
    if (bytes.length > BYTES_MAX) {
      return Optional.empty();
    }
    try {
      String[] lines = Utf8Text.decode(bytes).split("\n", inputs.size() + 2);
      if (lines.length != 1 + inputs.size()) {
        return Optional.empty();
      }
      Long[] ends = new Long[inputs.size()];
      for (int input = 0; input < inputs.size(); input++) {
        ends[input] = number(lines[1 + input], inputs.get(input));
      }
      return Optional.of(new TimeNudge(number(lines[0], UNTIL), List.copyOf(Arrays.asList(ends))));
    } catch (NumberFormatException | CharacterCodingException garbage) {
      return Optional.empty();
    }
  }

  private static long number(String line, String name) {
    if (!line.startsWith(name + " ")) {
      throw new NumberFormatException(line);
    }
    String digits = line.substring(name.length() + 1);
    if (!NUMBER.matcher(digits).matches()) {
      throw new NumberFormatException(line);
    }
    return Long.parseLong(digits);
  }
}
