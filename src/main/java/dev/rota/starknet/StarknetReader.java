package dev.rota.starknet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.lines.BadLine;
import dev.rota.lines.JsonFields;
import dev.rota.lines.JsonRecords;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads transactions, plain or gzipped, one per line:
 *
 * <pre>
 * {"block":770,"timestamp":1642690775,"hash":"0x4b…","type":"INVOKE_FUNCTION","contract":"0x43…","nonce":"0x1"}
 * </pre>
 *
 * A nonce is a hexadecimal text, a number or null. A missing type is {@value #UNTYPED}. Other
 * fields are ignored.
 */
public final class StarknetReader extends JsonRecords<StarknetTransaction> {
  private static final int HEX = 16;
  private static final String UNTYPED = "UNKNOWN";

  public StarknetReader(InputStream in) throws IOException {
    super(in, StarknetReader::transaction);
  }

  private static StarknetTransaction transaction(JsonFields fields) {
    return new StarknetTransaction(
        fields.natural("block"),
        fields.natural("timestamp"),
        fields.text("hash"),
        fields.has("type") ? fields.text("type") : UNTYPED,
        fields.text("contract"),
        nonce(fields.get("nonce")));
  }

  private static Long nonce(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    try {
      String text = value.asText();
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text.substring(2), HEX)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadLine("nonce", "is " + value + "; expected hexadecimal, a number or null");
    }
  }
}
