package dev.rota.serving.builds;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.Status;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key by which the front doors of a grid make the names of sessions, so that nobody can guess
 * one. They keep no state: whoever has the key knows the names that another has given.
 */
public final class SessionKey {
  /** Of a key that is made. */
  public static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAC_BYTES = 16;

  /** The secret has other uses, such as a token. */
  private static final String PURPOSE = "names of sessions";

  private final SecretKeySpec key;

  private SessionKey(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** Derives it. Equal secrets make equal keys. */
  public static SessionKey of(byte[] secret) {
    return new SessionKey(mac(new SecretKeySpec(secret, ALGORITHM), PURPOSE));
  }

  /** Makes one that no other front door has. */
  public static SessionKey random() {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return of(secret);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SessionKey that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /** The name of a session. */
  SessionName name(String grid, String instance, String session) {
    byte[] whole = mac(key, grid, instance, session);
    return new SessionName(
        instance, session, HexFormat.of().formatHex(Arrays.copyOf(whole, MAC_BYTES)));
  }

  /**
   * Reads a name.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND: no front door with this key gave that bot
   *     such a name
   */
  SessionName read(String grid, String name, String bot) {
    SessionName said = SessionName.of(name, bot);
    SessionName known = said == null ? null : name(grid, said.instance(), said.session());
    if (known == null || !isSame(known.mac(), said.mac())) {
      throw Status.NOT_FOUND
          .withDescription("name: it is no session of the bot '%s'; make a new one".formatted(bot))
          .asRuntimeException();
    }
    return known;
  }

  /** Takes as long for a text that is nearly the one as for any other. */
  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
  }

  /** Two lists of parts have the same bytes only if they are the same. */
  private static byte[] mac(SecretKeySpec key, String... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (String part : parts) {
        byte[] bytes = part.getBytes(UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        mac.update(bytes);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has it", e);
    }
  }
}
