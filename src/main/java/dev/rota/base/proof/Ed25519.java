package dev.rota.base.proof;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** The runtime's Ed25519 (RFC 8032), with keys as the bare 32 bytes that the formats have. */
final class Ed25519 {
  static final int KEY_BYTES = 32;
  static final int SIGNATURE_BYTES = 64;

  private static final String NAME = "Ed25519";
  private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");
  private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

  private Ed25519() {}

  static byte[] sign(byte[] seed, byte[] message) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initSign(privateKey(seed));
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw broken(e);
    }
  }

  static boolean verify(byte[] publicKey, byte[] message, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initVerify(
          KeyFactory.getInstance(NAME)
              .generatePublic(new X509EncodedKeySpec(with(SPKI, publicKey))));
      signature.update(message);
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false; // a key that is no point of the curve, or a signature that is none
    }
  }

  /** The public key of a private one. The runtime tells it only of a pair that it makes. */
  static byte[] publicKey(byte[] seed) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(NAME);
      generator.initialize(NamedParameterSpec.ED25519, new Fixed(seed));
      KeyPair pair = generator.generateKeyPair();
      byte[] made = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
      if (!Arrays.equals(made, seed)) {
        throw new IllegalStateException("this Java runtime makes keys in another way");
      }
      byte[] encoded = pair.getPublic().getEncoded();
      return Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length);
    } catch (GeneralSecurityException e) {
      throw broken(e);
    }
  }

  private static PrivateKey privateKey(byte[] seed) throws GeneralSecurityException {
    return KeyFactory.getInstance(NAME).generatePrivate(new PKCS8EncodedKeySpec(with(PKCS8, seed)));
  }

  private static byte[] with(byte[] prefix, byte[] key) {
    byte[] both = Arrays.copyOf(prefix, prefix.length + key.length);
    System.arraycopy(key, 0, both, prefix.length, key.length);
    return both;
  }

  private static IllegalStateException broken(GeneralSecurityException e) {
    return new IllegalStateException("this Java runtime has no Ed25519", e);
  }

  /** Answers with the seed. */
  private static final class Fixed extends SecureRandom {
    private static final long serialVersionUID = 1L;

    private final byte[] seed;

    Fixed(byte[] seed) {
      this.seed = seed.clone();
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
  }
}
