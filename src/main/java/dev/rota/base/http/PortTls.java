package dev.rota.base.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The key and certificate of a port, and which clients it takes. TLS 1.2 and 1.3. */
public final class PortTls {
  private static final int DNS_NAME = 2;
  private static final int ADDRESS = 7;
  private static final char[] NO_PASSWORD = new char[0];

  private final Files files;
  private final PrivateKey key;
  private final List<X509Certificate> chain;
  private final List<X509Certificate> authorities;

  /**
   * Where it was read.
   *
   * @param clients null: none
   */
  private record Files(Path certificate, Path key, Path clients) {}

  private PortTls(Files files) throws IOException {
    this.files = files;
    this.key = PemReader.key(files.key());
    this.chain = PemReader.certificates(files.certificate());
    this.authorities =
        files.clients() == null ? List.of() : PemReader.certificates(files.clients());
  }

  /**
   * Reads PEM files.
   *
   * @param certificate the port's own, and those that lead to its authority
   * @param clients authorities; each client needs a certificate of one of them. Null: it needs none
   * @throws BadPem if they cannot be used, or do not belong together
   */
  public static PortTls of(Path certificate, Path key, Path clients) throws IOException {
    PortTls tls = new PortTls(new Files(certificate, key, clients));
    tls.check(certificate, key);
    return tls;
  }

  /** The names in the certificate: host names, which may begin with {@code *.}, and addresses. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> said = chain.get(0).getSubjectAlternativeNames();
      for (List<?> name : said == null ? List.<List<?>>of() : said) {
        if (name.get(0).equals(DNS_NAME) || name.get(0).equals(ADDRESS)) {
          names.add(name.get(1).toString().toLowerCase(Locale.ROOT));
        }
      }
    } catch (CertificateException e) {
      throw new IllegalStateException("checked when it was read", e);
    }
    return names;
  }

  /** The files as they are now. */
  PortTls again() throws IOException {
    return of(files.certificate(), files.key(), files.clients());
  }

  /** The files that it was read from. */
  List<Path> files() {
    return Stream.of(files.certificate(), files.key(), files.clients())
        .filter(Objects::nonNull)
        .toList();
  }

  /** When its own certificate expires. */
  Instant expires() {
    return chain.get(0).getNotAfter().toInstant();
  }

  SslContextFactory.Server context() {
    SslContextFactory.Server context = new SslContextFactory.Server();
    into(context);
    return context;
  }

  /** From the next connection on, the context uses these. */
  void into(SslContextFactory.Server context) {
    context.setKeyStore(keys());
    context.setKeyStorePassword("");
    context.setKeyManagerPassword("");
    if (asksClients()) {
      context.setTrustStore(trusted());
      context.setNeedClientAuth(true);
    }
  }

  /** Its key and certificates, without a password. */
  public KeyStore keys() {
    return filled(
        keys -> keys.setKeyEntry("key", key, NO_PASSWORD, chain.toArray(Certificate[]::new)));
  }

  /** Returns true if each client needs a certificate. */
  public boolean asksClients() {
    return !authorities.isEmpty();
  }

  /** The authorities of its clients. */
  public KeyStore trusted() {
    return filled(
        trusted -> {
          for (X509Certificate one : authorities) {
            trusted.setCertificateEntry("authority-" + trusted.size(), one);
          }
        });
  }

  /** Fills a key store. */
  private interface KeyFilling {
    void into(KeyStore store) throws GeneralSecurityException;
  }

  private static KeyStore filled(KeyFilling filling) {
    try {
      KeyStore store = empty();
      filling.into(store);
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a key store in memory", e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private void check(Path certificate, Path file) throws BadPem {
    try {
      chain.get(0).checkValidity();
      if (chain.get(0).getSubjectAlternativeNames() == null) {
        throw new BadPem(certificate + " names no host: it needs a subject alternative name", null);
      }
    } catch (CertificateException e) {
      throw new BadPem(certificate + " is not valid now: " + e.getMessage(), e);
    }
    if (!fits(key, chain.get(0).getPublicKey())) {
      throw new BadPem(file + " is not the key of the first certificate in " + certificate, null);
    }
  }

  /** What the one signs, the other verifies. */
  private static boolean fits(PrivateKey key, PublicKey known) {
    try {
      String algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
          };
      byte[] text = "one".getBytes(UTF_8);
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(text);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(algorithm);
      verifying.initVerify(known);
      verifying.update(text);
      return verifying.verify(signature);
    } catch (GeneralSecurityException _) {
      return false; // of another kind
    }
  }
}
