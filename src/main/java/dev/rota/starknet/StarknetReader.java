package dev.rota.starknet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.lines.BadLine;
import dev.rota.lines.Unzipped;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads them, plain or gzipped, in the order of their lines:
 *
 * <pre>
 * {"block":770,"timestamp":1642690775,"hash":"0x4b…","type":"INVOKE_FUNCTION","contract":"0x43…","nonce":"0x1"}
 * </pre>
 *
 * A nonce is hexadecimal, a number, or null; other fields are passed over.
 */
public final class StarknetReader implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int HEX = 16;

  private final BufferedReader lines;
  private long lineNumber;

  public StarknetReader(InputStream in) throws IOException {
    lines = new BufferedReader(new InputStreamReader(Unzipped.of(in), StandardCharsets.UTF_8));
  }

  /** The line that was read last, 1 for the first. */
  public long lineNumber() {
    return lineNumber;
  }

  /**
   * The next transaction; empty at the end.
   *
   * @throws BadLine when the next line is none; the one after it can be read
   */
  public Optional<StarknetTransaction> next() throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      lineNumber++;
      if (!line.isBlank()) {
        return Optional.of(transaction(line));
      }
    }
    return Optional.empty();
  }

  private static StarknetTransaction transaction(String line) {
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new BadLine("", "is no JSON: " + e.getOriginalMessage());
    }
    return new StarknetTransaction(
        number(json, "block"),
        number(json, "timestamp"),
        text(json, "hash"),
        text(json, "type"),
        text(json, "contract"),
        nonce(json.path("nonce")));
  }

  private static long number(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      throw new BadLine(field, "is " + value + "; expected a whole number, 0 or more");
    }
    return value.longValue();
  }

  private static String text(JsonNode json, String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual() || value.textValue().isEmpty()) {
      throw new BadLine(field, "is " + value + "; expected a text");
    }
    return value.textValue();
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

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
