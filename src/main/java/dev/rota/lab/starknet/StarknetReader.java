package dev.rota.lab.starknet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.JsonFields;
import dev.rota.base.lines.JsonRecords;
import dev.rota.kernel.domain.NameCheck;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads transactions, plain or gzipped, one per line:
 *
 * <pre>
 * {"block":770,"timestamp":1642690775,"hash":"0x4b…","type":"INVOKE_FUNCTION","contract":"0x43…","nonce":"0x1"}
 * </pre>
 *
 * A nonce is a hexadecimal text, a number or null, and at most 2^63 - 2. A missing type is {@value
 * #UNTYPED}. Other fields are ignored.
 */
public final class StarknetReader extends JsonRecords<StarknetTransaction> {
  private static final Pattern NUMBER = Pattern.compile("0x(?<hex>[0-9a-fA-F]+)|[0-9]+");
  private static final int HEX = 16;

  /** The largest that a pool takes. */
  private static final BigInteger NONCE_MAX = BigInteger.valueOf(Long.MAX_VALUE - 1);

  private static final String UNTYPED = "UNKNOWN";

  public StarknetReader(InputStream in) throws IOException {
    super(in, StarknetReader::transaction);
  }

  private static StarknetTransaction transaction(JsonFields fields) {
    return new StarknetTransaction(
        fields.natural("block"),
        fields.natural("timestamp"),
        fields.text("hash", NameCheck::wrong),
        fields.has("type") ? fields.text("type") : UNTYPED,
        fields.text("contract", NameCheck::wrong),
        nonce(fields.get("nonce")));
  }

  private static Long nonce(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    Matcher number = NUMBER.matcher(value.asText());
    if (!number.matches()) {
      throw new BadLine("nonce", "is " + value + "; expected hexadecimal, a number or null");
    }
    boolean isHex = number.group("hex") != null;
    BigInteger nonce =
        isHex ? new BigInteger(number.group("hex"), HEX) : new BigInteger(number.group());
    if (nonce.compareTo(NONCE_MAX) > 0) {
      throw new BadLine("nonce", "is " + value + "; expected at most " + NONCE_MAX);
    }
    return nonce.longValueExact();
  }
}
