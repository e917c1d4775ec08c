package dev.rota.testing;

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
public final class PemCertificate {
  public final Path file;
  public final Path key;
  private final KeyStore store;

  private PemCertificate(Path file, Path key, KeyStore store) {
    this.file = file;
    this.key = key;
    this.store = store;
  }

  /** For localhost. */
  public static PemCertificate make(Path folder, String name, String algorithm, String... more)
      throws Exception {
    Path path = folder.resolve(name + ".p12");
    List<String> words = new ArrayList<>(List.of("-keyalg", algorithm, "-dname", "CN=" + name));
    words.addAll(List.of(more));
    KeyStore store = KeyTool.pair(path, "one", words.toArray(String[]::new));
    Path file = folder.resolve(name + ".crt");
    Path key = folder.resolve(name + ".key");
    Files.writeString(file, pem("CERTIFICATE", store.getCertificate("one").getEncoded()));
    byte[] secret = store.getKey("one", KeyTool.PASSWORD.toCharArray()).getEncoded();
    Files.writeString(key, pem("PRIVATE KEY", secret));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    return new PemCertificate(file, key, store);
  }

  private static String pem(String name, byte[] bytes) {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(name, text, name);
  }

  /** Of a client that trusts this certificate alone, and shows the other one; null: none. */
  public SSLContext trustedBy(PemCertificate shown) throws Exception {
    KeyStore trusted = KeyTool.empty();
    trusted.setCertificateEntry("one", store.getCertificate("one"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(shown == null ? null : shown.store, KeyTool.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
