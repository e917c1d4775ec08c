package dev.rota.road.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Compares keys and headers of published records with those of {@link TurnHeaders#of}, and makes
 * none: to make them costs more than to compare them.
 */
public final class TurnMatch {
  private static final int DECIMAL = 10;
  private static final int NONE = -1;
  private static final int ASCII_END = 0x80;

  private TurnMatch() {}

  /** Returns true if this is the key of a record of the turn's lane. */
  public static boolean isKey(TurnEntry entry, byte[] found) {
    return isName(found, entry.lane());
  }

  /** Returns true if these are the headers of the turn's output of this index. */
  public static boolean isOf(DecidedTurn decided, int index, Headers found) {
    TurnEntry entry = decided.entry();
    Header[] all = found.toArray();
    int rules = entry.source() == null ? 1 : 2;
    return all.length == rules + 2
        && TurnHeaders.TURN.equals(all[0].key())
        && isTurn(all[0].value(), entry, index)
        && (rules == 1
            || TurnHeaders.SOURCE.equals(all[1].key()) && isPath(all[1].value(), entry.source()))
        && TurnHeaders.RULES.equals(all[rules].key())
        && isNumber(all[rules].value(), entry.rules())
        && TurnHeaders.RULE.equals(all[rules + 1].key())
        && isName(all[rules + 1].value(), decided.published().get(index).rule());
  }

  private static boolean isTurn(byte[] found, TurnEntry entry, int index) {
    return isText(found, entry.lane(), entry.number(), index);
  }

  private static boolean isPath(byte[] found, InputPosition source) {
    return isText(found, source.topic(), source.partition(), source.offset());
  }

  /** Returns true if the text is {@code name/first/second}. */
  private static boolean isText(byte[] found, String name, long first, long second) {
    if (found == null) {
      return false;
    }
    return isName(found, before(found, before(found, found.length, second), first), name);
  }

  private static boolean isName(byte[] found, String name) {
    return found != null && isName(found, found.length, name);
  }

  /** Returns true if the first bytes are this name. Most names are ASCII. */
  private static boolean isName(byte[] found, int length, String name) {
    if (length < name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c >= ASCII_END) {
        byte[] bytes = name.getBytes(UTF_8);
        return Arrays.equals(found, 0, length, bytes, 0, bytes.length);
      }
      if (found[i] != c) {
        return false;
      }
    }
    return length == name.length();
  }

  private static boolean isNumber(byte[] found, long number) {
    return found != null && number(found, found.length, number) == 0;
  }

  /** Where a slash and this number are that end there; {@link #NONE}: they do not. */
  private static int before(byte[] found, int end, long number) {
    int at = number(found, end, number) - 1;
    return at >= 0 && found[at] == '/' ? at : NONE;
  }

  /** Where this number is that ends there; {@link #NONE}: it does not. */
  private static int number(byte[] found, int end, long number) {
    long left = number;
    for (int at = end - 1; at >= 0 && found[at] == '0' + left % DECIMAL; at--) {
      left /= DECIMAL;
      if (left == 0) {
        return at;
      }
    }
    return NONE;
  }
}
