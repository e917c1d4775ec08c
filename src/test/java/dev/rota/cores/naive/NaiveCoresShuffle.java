package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The active validators of a session, with the ChaCha20 that comes with Java. */
final class NaiveCoresShuffle {
  private final ByteBuffer words;

  private NaiveCoresShuffle(byte[] seed, int draws) {
    try {
      Cipher cipher = Cipher.getInstance("ChaCha20");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(seed, "ChaCha20"),
          new ChaCha20ParameterSpec(new byte[12], 0));
      words =
          ByteBuffer.wrap(cipher.doFinal(new byte[1024 + draws * 64]))
              .order(ByteOrder.LITTLE_ENDIAN);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no ChaCha20", e);
    }
  }

  static List<Integer> active(CoresInput.Session session) {
    List<Integer> list = new ArrayList<>(IntStream.range(0, session.validators()).boxed().toList());
    if (session.seed().isEmpty()) {
      return list;
    }
    NaiveCoresShuffle words = new NaiveCoresShuffle(session.seed().get().bytes(), list.size());
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, words.below(i + 1L));
    }
    long max = session.parameters().maxValidators().orElse(Long.MAX_VALUE);
    return list.subList(0, (int) Math.min(list.size(), max));
  }

  private int below(long bound) {
    long zone = bound;
    while (zone < 0x80000000L) {
      zone *= 2;
    }
    while (true) {
      long product = (words.getInt() & 0xffffffffL) * bound;
      if ((product & 0xffffffffL) <= zone - 1) {
        return (int) (product >>> 32);
      }
    }
  }
}
