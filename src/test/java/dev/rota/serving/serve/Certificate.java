package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key with a certificate that it has signed itself, made by the JDK's tool. */
final class Certificate {
  private static final String PASSWORD = "changeit";

  final Path file;
  final Path key;
  private final KeyStore store;

  private Certificate(Path file, Path key, KeyStore store) {
    this.file = file;
    this.key = key;
    this.store = store;
  }

  /** For localhost. */
  static Certificate make(Path folder, String name, String algorithm, String... more)
      throws Exception {
    Path path = folder.resolve(name + ".p12");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(List.of("-genkeypair", "-alias", "one", "-keyalg", algorithm));
    words.addAll(List.of("-dname", "CN=" + name, "-storetype", "PKCS12"));
    words.addAll(List.of("-keystore", path.toString(), "-storepass", PASSWORD));
    words.addAll(List.of(more));
    Process tool = new ProcessBuilder(words).redirectErrorStream(true).start();
    if (tool.waitFor() != 0) {
      throw new IOException(new String(tool.getInputStream().readAllBytes(), US_ASCII));
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(path)) {
      store.load(in, PASSWORD.toCharArray());
    }
    Path file = folder.resolve(name + ".crt");
    Path key = folder.resolve(name + ".key");
    Files.writeString(file, pem("CERTIFICATE", store.getCertificate("one").getEncoded()));
    byte[] secret = store.getKey("one", PASSWORD.toCharArray()).getEncoded();
    Files.writeString(key, pem("PRIVATE KEY", secret));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    return new Certificate(file, key, store);
  }

  private static String pem(String name, byte[] bytes) {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(name, text, name);
  }

  /** Of a client that trusts this certificate alone, and shows the other one; null: none. */
  SSLContext trustedBy(Certificate shown) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("one", store.getCertificate("one"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(shown == null ? null : shown.store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
