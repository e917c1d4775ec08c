package dev.rota.chunks.naive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Map;

/** Where workers and copies stand on the rings, and what a set's digest is. */
final class NaiveHash {
  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(58);
  private static final BigInteger DIGESTS = BigInteger.ONE.shiftLeft(128);
  private static final long PRIME = 0x6eed0e9da4d94a4fL;

  private NaiveHash() {}

  /** SeaHash of the text, a colon and a number of two bytes. */
  static long of(byte[] text, int number) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(text);
    all.write(':');
    all.write(number);
    all.write(number >>> 8);
    return sea(all.toByteArray());
  }

  static long sea(byte[] text) {
    long[] lanes = {
      0x16f11fe89b0d677cL, 0xb480a793d8e6c86cL, 0x6fe2e5aaf078ebc9L, 0x14f994a4c5259381L
    };
    for (int word = 0; word * 8 < text.length; word++) {
      long value = 0;
      for (int i = Math.min(text.length, word * 8 + 8) - 1; i >= word * 8; i--) {
        value = value << 8 | text[i] & 0xff;
      }
      lanes[word % 4] = mix(lanes[word % 4] ^ value);
    }
    return mix(lanes[0] ^ lanes[1] ^ lanes[2] ^ lanes[3] ^ text.length);
  }

  private static long mix(long value) {
    long x = value * PRIME;
    x ^= (x >>> 32) >>> (x >>> 60);
    return x * PRIME;
  }

  /** The bytes of a peer id; null: it is none. */
  static byte[] peer(String text) {
    if (text.isEmpty() || text.length() > 64) {
      return null;
    }
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < text.length(); i++) {
      int digit = BASE58.indexOf(text.charAt(i));
      if (digit < 0) {
        return null;
      }
      number = number.multiply(BASE).add(BigInteger.valueOf(digit));
    }
    int zeros = text.length() - text.replaceFirst("^1+", "").length();
    byte[] rest = number.signum() == 0 ? new byte[0] : number.toByteArray();
    int sign = rest.length > 0 && rest[0] == 0 ? 1 : 0;
    byte[] bytes = new byte[zeros + rest.length - sign];
    System.arraycopy(rest, sign, bytes, zeros, rest.length - sign);
    boolean known = bytes.length > 2 && (bytes[0] == 0 || bytes[0] == 0x12 && bytes[1] == 0x20);
    return known && bytes[1] == bytes.length - 2 ? bytes : null;
  }

  /** The peer id of so many bytes: an identity whose last is the number. */
  static String peer(int number) {
    byte[] bytes = new byte[36];
    bytes[1] = 34;
    bytes[35] = (byte) number;
    StringBuilder text = new StringBuilder();
    for (BigInteger rest = new BigInteger(1, bytes); rest.signum() > 0; rest = rest.divide(BASE)) {
      text.append(BASE58.charAt(rest.mod(BASE).intValue()));
    }
    return text.append('1').reverse().toString();
  }

  /** Of chunks and their sizes. */
  static String digest(Map<NaiveName, Long> set) {
    BigInteger sum = BigInteger.ZERO;
    for (Map.Entry<NaiveName, Long> one : set.entrySet()) {
      String text = one.getKey().dataset() + "/" + one.getKey().chunk() + ":" + one.getValue();
      sum = sum.add(new BigInteger(1, Arrays.copyOf(sha256(text.getBytes(UTF_8)), 16)));
    }
    return "%032x".formatted(sum.mod(DIGESTS));
  }

  private static byte[] sha256(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of the bytes of a text, as the specification tells it. */
  static long check() {
    return sea("to be or not to be".getBytes(US_ASCII));
  }
}
