package dev.rota.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.ledger.Source;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Compares headers of published records with those of {@link TurnHeaders#of}, and makes none: to
 * make them costs more than to compare them. Not thread-safe.
 */
public final class TurnMatch {
  private static final int DECIMAL = 10;
  private static final int NONE = -1;

  /** Names of lanes and topics, of which there are few. */
  private final Map<String, byte[]> names = new HashMap<>();

  /** The lane's name as a key. */
  public byte[] key(Entry entry) {
    return bytes(entry.lane());
  }

  /** Returns true if these are the headers of the turn's output of this index. */
  public boolean isOf(Decided decided, int index, Headers found) {
    Entry entry = decided.entry();
    Header[] all = found.toArray();
    int rules = entry.source() == null ? 1 : 2;
    return all.length == rules + 2
        && TurnHeaders.TURN.equals(all[0].key())
        && isTurn(all[0].value(), entry, index)
        && (rules == 1
            || TurnHeaders.SOURCE.equals(all[1].key()) && isPath(all[1].value(), entry.source()))
        && TurnHeaders.version(entry.rules()).equals(all[rules])
        && TurnHeaders.rule(decided.published().get(index).rule()).equals(all[rules + 1]);
  }

  private boolean isTurn(byte[] found, Entry entry, int index) {
    return isText(found, entry.lane(), entry.number(), index);
  }

  private boolean isPath(byte[] found, Source source) {
    return isText(found, source.topic(), source.partition(), source.offset());
  }

  /** Returns true if the text is {@code name/first/second}. */
  private boolean isText(byte[] found, String name, long first, long second) {
    if (found == null) {
      return false;
    }
    int at = before(found, before(found, found.length, second), first);
    byte[] bytes = bytes(name);
    return at == bytes.length && Arrays.equals(found, 0, at, bytes, 0, at);
  }

  /** Where a slash and this number are that end there; {@link #NONE}: they do not. */
  private static int before(byte[] found, int end, long number) {
    int at = end - 1;
    long left = number;
    for (; at > 0 && found[at] == '0' + left % DECIMAL; at--) {
      left /= DECIMAL;
      if (left == 0) {
        return found[at - 1] == '/' ? at - 1 : NONE;
      }
    }
    return NONE;
  }

  private byte[] bytes(String name) {
    byte[] bytes = names.get(name);
    return bytes == null ? names.computeIfAbsent(name, text -> text.getBytes(UTF_8)) : bytes;
  }
}
