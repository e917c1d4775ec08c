package dev.rota.kernel.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.table.Sha256;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ledger and dead letters keep of an input that is larger than the limit: a stub, one line of
 * JSON without spaces.
 *
 * <pre>
 * {"sha256":"9f86d0…","bytes":20971530,"limit":4194304,"source":"claims/0/17"}
 * </pre>
 *
 * @param sha256 of the record's value alone, in hexadecimal digits
 * @param bytes of key, value and headers
 * @param limit that was in force, in bytes; less than {@code bytes}
 * @param source {@code topic/partition/offset} of the record
 */
public record OversizedInput(String sha256, long bytes, long limit, String source) {
  private static final Pattern TEXT =
      Pattern.compile(
          "\\{\"sha256\":\"([0-9a-f]{64})\",\"bytes\":([0-9]{1,18}),\"limit\":([0-9]{1,18}),"
              + "\"source\":\"([A-Za-z0-9._-]+/[0-9]+/[0-9]+)\"\\}");

  /** The stub of a record. */
  public static OversizedInput of(InputPosition source, byte[] value, long bytes, long limit) {
    byte[] digest = Sha256.of(value == null ? new byte[0] : value);
    return new OversizedInput(HexFormat.of().formatHex(digest), bytes, limit, source.path());
  }

  /** Reads a stub; empty if the bytes are none. */
  public static Optional<OversizedInput> read(byte[] stub) {
    Matcher text = TEXT.matcher(stub == null ? "" : new String(stub, UTF_8));
    return text.matches()
        ? Optional.of(
            new OversizedInput(
                text.group(1),
                Long.parseLong(text.group(2)),
                Long.parseLong(text.group(3)),
                text.group(4)))
        : Optional.empty();
  }

  public byte[] toBytes() {
    return toString().getBytes(UTF_8);
  }

  @Override
  public String toString() {
    return "{\"sha256\":\""
        + sha256
        + "\",\"bytes\":"
        + bytes
        + ",\"limit\":"
        + limit
        + ",\"source\":\""
        + source
        + "\"}";
  }
}
