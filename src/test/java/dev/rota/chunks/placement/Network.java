package dev.rota.chunks.placement;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Workers and chunks for tests, each known by its number. */
public final class Network {
  private static final String DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

  private Network() {}

  /** A peer id whose bytes are 32 zeros and the number. */
  public static PeerId peer(int number) {
    byte[] bytes = new byte[36];
    bytes[1] = 34;
    bytes[34] = (byte) number;
    bytes[35] = (byte) (number >> Byte.SIZE);
    return PeerId.parse(base58(bytes));
  }

  public static String base58(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    BigInteger rest = new BigInteger(1, bytes);
    for (; rest.signum() > 0; rest = rest.divide(BASE)) {
      text.append(DIGITS.charAt(rest.mod(BASE).intValue()));
    }
    for (int i = 0; i < bytes.length && bytes[i] == 0; i++) {
      text.append(DIGITS.charAt(0));
    }
    return text.reverse().toString();
  }

  public static List<PlacementWorker> workers(int count, long capacity) {
    List<PlacementWorker> workers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      workers.add(new PlacementWorker(peer(i), capacity, null, true));
    }
    return workers;
  }
}
