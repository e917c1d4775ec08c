package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A private key. As text it is {@code PRIVATE+KEY+name+id+base64}, the form of Go's {@code
 * sumdb/note}.
 */
public final class SigningKey {
  private static final String PREFIX = "PRIVATE+KEY+";

  private final VerifierKey verifier;
  private final byte[] seed;

  private SigningKey(String name, KeyKind kind, byte[] seed) {
    this.seed = seed;
    this.verifier = new VerifierKey(name, kind, Ed25519.publicKey(seed));
  }

  public static SigningKey random(String name, KeyKind kind) {
    byte[] seed = new byte[Ed25519.KEY_BYTES];
    new SecureRandom().nextBytes(seed);
    return new SigningKey(name, kind, seed);
  }

  /** Parses a private key and checks that its id is its own. The message never has the key. */
  public static SigningKey parse(String text) {
    String[] parts =
        text.startsWith(PREFIX) ? text.substring(PREFIX.length()).split("\\+", 3) : null;
    if (parts == null || parts.length != 3) {
      throw new BadProof("a private key has the form PRIVATE+KEY+name+id+base64");
    }
    byte[] typed = StrictParser.base64(parts[2], "the private key");
    if (typed.length != 1 + Ed25519.KEY_BYTES) {
      throw new BadProof("the private key is cut");
    }
    KeyKind kind = KeyKind.of(typed[0]);
    SigningKey key = new SigningKey(parts[0], kind, Arrays.copyOfRange(typed, 1, typed.length));
    if (!key.verifier.hexId().equals(parts[1])) {
      throw new BadProof("the private key's id is not " + parts[1]);
    }
    return key;
  }

  /** The public key. */
  public VerifierKey verifier() {
    return verifier;
  }

  /** The same key under another name, such as the origin of one of its logs. */
  public SigningKey as(String name) {
    return new SigningKey(name, verifier.kind(), seed);
  }

  /** Signs a text as its log. */
  public NoteLine sign(String text) {
    require(KeyKind.LOG);
    return line(Ed25519.sign(seed, text.getBytes(UTF_8)));
  }

  /** Cosigns a checkpoint's text as a witness, at this POSIX time. */
  public NoteLine cosign(String text, long seconds) {
    require(KeyKind.WITNESS);
    byte[] signature = Ed25519.sign(seed, CosignatureMessage.message(seconds, text));
    return line(
        ByteBuffer.allocate(Long.BYTES + signature.length).putLong(seconds).put(signature).array());
  }

  private NoteLine line(byte[] signature) {
    return new NoteLine(verifier.name(), verifier.id(), signature);
  }

  private void require(KeyKind kind) {
    if (verifier.kind() != kind) {
      throw new BadProof("the key " + verifier.name() + " is no key of a " + word(kind));
    }
  }

  private static String word(KeyKind kind) {
    return kind == KeyKind.LOG ? "log" : "witness";
  }

  static String typed(KeyKind kind, byte[] bytes) {
    return StrictParser.base64(
        ByteBuffer.allocate(1 + bytes.length).put(kind.code()).put(bytes).array());
  }

  /** The text for a file that only its owner may read. */
  public String secret() {
    return PREFIX + verifier.name() + "+" + verifier.hexId() + "+" + typed(verifier.kind(), seed);
  }

  /** The public key: a private one is never printed by accident. */
  @Override
  public String toString() {
    return verifier.toString();
  }
}
