package dev.rota.road.stream.past;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.text.Utf8Text;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record of a domain's owners: this group decides the domain, on this cluster.
 *
 * <pre>
 * group rota-bots
 * cluster 4L6g3nShT-eMCtK--X86sw
 * epoch 1
 * </pre>
 *
 * @param epoch 1, and one more each time that another group takes the ledger over
 */
public record OwnerClaim(String group, String cluster, long epoch) {
  private static final int BYTES_MAX = 1 << 12;
  private static final Pattern FORM =
      Pattern.compile("group ([^\n]{1,512})\ncluster ([^\n]{0,512})\nepoch ([0-9]{1,18})");

  byte[] encode() {
    String lines = "group " + group + "\ncluster " + cluster + "\nepoch " + epoch;
    return lines.getBytes(UTF_8);
  }

  /** Returns nothing for bytes that are no claim. */
  public static Optional<OwnerClaim> decode(byte[] bytes) {
    if (bytes == null || bytes.length > BYTES_MAX) {
      return Optional.empty();
    }
    try {
      Matcher form = FORM.matcher(Utf8Text.decode(bytes));
      return form.matches()
          ? Optional.of(new OwnerClaim(form.group(1), form.group(2), Long.parseLong(form.group(3))))
          : Optional.empty();
    } catch (CharacterCodingException garbage) {
      return Optional.empty();
    }
  }

  boolean isOf(String aGroup, String aCluster) {
    return group.equals(aGroup) && cluster.equals(aCluster);
  }

  /** Returns true if it counts, where this one stands; null: none does. */
  boolean follows(OwnerClaim standing) {
    return epoch == (standing == null ? 1 : standing.epoch + 1);
  }
}
