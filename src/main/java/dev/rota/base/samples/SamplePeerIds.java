package dev.rota.base.samples;

import java.math.BigInteger;
import java.util.SplittableRandom;

/** Peer ids of libp2p, in the form for Ed25519 keys. */
public final class SamplePeerIds {
  private static final String DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

  /** The prefix of a key: an identity multihash of 36 bytes with an Ed25519 key of 32 bytes. */
  private static final byte[] FRONT = {0x00, 0x24, 0x08, 0x01, 0x12, 0x20};

  private static final int KEY_BYTES = 32;

  private SamplePeerIds() {}

  /** Returns a name. Equal numbers have equal names. */
  public static String name(long number) {
    byte[] key = new byte[KEY_BYTES];
    new SplittableRandom(number).nextBytes(key);
    byte[] bytes = new byte[FRONT.length + KEY_BYTES];
    System.arraycopy(FRONT, 0, bytes, 0, FRONT.length);
    System.arraycopy(key, 0, bytes, FRONT.length, KEY_BYTES);
    StringBuilder digits = new StringBuilder();
    for (BigInteger left = new BigInteger(1, bytes); left.signum() > 0; left = left.divide(BASE)) {
      digits.append(DIGITS.charAt(left.mod(BASE).intValue()));
    }
    // One leading zero byte is one leading zero digit.
    return digits.append(DIGITS.charAt(0)).reverse().toString();
  }
}
