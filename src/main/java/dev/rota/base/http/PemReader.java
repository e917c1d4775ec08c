package dev.rota.base.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads keys and certificates as OpenSSL writes them (RFC 7468). */
public final class PemReader {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String KEY = "PRIVATE KEY";
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

  private PemReader() {}

  private record Block(String name, byte[] bytes) {}

  /**
   * The certificates of a file in their order; at least one.
   *
   * @throws BadPem if it has none, or one that cannot be read
   */
  public static List<X509Certificate> certificates(Path file) throws IOException {
    List<X509Certificate> chain = new ArrayList<>();
    for (Block block : blocks(file)) {
      if (block.name.equals(CERTIFICATE)) {
        chain.add(certificate(file, block.bytes));
      }
    }
    if (chain.isEmpty()) {
      throw new BadPem(file + " has no CERTIFICATE in PEM", null);
    }
    return chain;
  }

  private static X509Certificate certificate(Path file, byte[] bytes) throws BadPem {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
    } catch (CertificateException e) {
      throw new BadPem(file + ": a certificate cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The private key of a file, not encrypted.
   *
   * @throws BadPem if it has none, or one that cannot be read
   */
  public static PrivateKey key(Path file) throws IOException {
    String other = "nothing in PEM";
    for (Block block : blocks(file)) {
      if (block.name.equals(KEY)) {
        return key(file, block.bytes);
      }
      other = block.name;
    }
    throw new BadPem(
        "%s has %s, and no PRIVATE KEY; 'openssl pkcs8 -topk8 -nocrypt' makes one of another form"
            .formatted(file, other),
        null);
  }

  private static PrivateKey key(Path file, byte[] bytes) throws BadPem {
    GeneralSecurityException last = null;
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (GeneralSecurityException e) {
        last = e;
      }
    }
    throw new BadPem(file + ": the key is none of " + String.join(", ", ALGORITHMS), last);
  }

  private static List<Block> blocks(Path file) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(new String(Files.readAllBytes(file), US_ASCII));
    while (matcher.find()) {
      try {
        blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
      } catch (IllegalArgumentException e) {
        throw new BadPem(file + ": " + matcher.group(1) + " is no base64: " + e.getMessage(), e);
      }
    }
    return blocks;
  }
}
