package dev.rota.base.proof;

import java.util.Base64;
import java.util.regex.Pattern;

/** Reads numbers and base64 in the one form that the formats allow. */
final class StrictParser {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  private StrictParser() {}

  static long number(String text, String what) {
    if (!NUMBER.matcher(text).matches()) {
      throw new BadProof(what + " is no number without leading zeros");
    }
    return Long.parseLong(text);
  }

  /** Java's decoder takes missing padding and stray bits, which others refuse. */
  static byte[] base64(String text, String what) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      if (base64(bytes).equals(text)) {
        return bytes;
      }
    } catch (IllegalArgumentException _) {
      // Told below.
    }
    throw new BadProof(what + " is no base64");
  }

  static byte[] hash(String text, String what) {
    byte[] bytes = base64(text, what);
    if (bytes.length != MerkleTree.HASH_BYTES) {
      throw new BadProof(what + " is no SHA-256 hash");
    }
    return bytes;
  }

  static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
