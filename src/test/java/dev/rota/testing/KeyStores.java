package dev.rota.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;

/** A certificate for each of some names, and a store of all of them for those who trust them. */
public final class KeyStores {
  private final Path dir;
  private final KeyAuthority authority;

  private KeyStores(Path dir, KeyAuthority authority) {
    this.dir = dir;
    this.authority = authority;
  }

  /**
   * Makes them by {@code keytool}.
   *
   * @param subjects distinguished names, by name
   */
  public static KeyStores of(Path dir, Map<String, String> subjects)
      throws IOException, GeneralSecurityException {
    KeyStores stores = new KeyStores(dir, KeyAuthority.make(dir));
    KeyStore trust = KeyTool.empty();
    trust.setCertificateEntry("authority", stores.authority.root());
    for (Map.Entry<String, String> subject : subjects.entrySet()) {
      String name = subject.getKey();
      KeyStore own = pair(stores.file(name), subject.getValue());
      trust.setCertificateEntry(name, own.getCertificate("own"));
    }
    KeyTool.write(trust, stores.file("trust"));
    return stores;
  }

  private static KeyStore pair(Path store, String subject)
      throws IOException, GeneralSecurityException {
    String names = "san=ip:127.0.0.1,dns:localhost";
    return KeyTool.pair(store, "own", "-keyalg", "EC", "-dname", subject, "-ext", names);
  }

  private Path file(String name) {
    return dir.resolve(name + ".p12");
  }

  /**
   * The same of a further name, whose certificate an authority has signed that all trust.
   *
   * @param dates words for {@code keytool -gencert}
   */
  public Map<String, String> signed(String name, String... dates)
      throws IOException, GeneralSecurityException {
    authority.sign(file(name), name, dates);
    return of(name);
  }

  /** The same of a further name that nobody trusts. */
  public Map<String, String> untrusted(String name) throws IOException, GeneralSecurityException {
    pair(file(name), "CN=" + name);
    return of(name);
  }

  /** Kafka's settings of who trusts them. */
  public Map<String, String> trust() {
    return Map.of(
        "ssl.truststore.location",
        file("trust").toString(),
        "ssl.truststore.type",
        "PKCS12",
        "ssl.truststore.password",
        KeyTool.PASSWORD);
  }

  /** The same, with the certificate of this name. */
  public Map<String, String> of(String name) {
    Map<String, String> settings = new HashMap<>(trust());
    settings.put("ssl.keystore.location", file(name).toString());
    settings.put("ssl.keystore.type", "PKCS12");
    settings.put("ssl.keystore.password", KeyTool.PASSWORD);
    settings.put("ssl.key.password", KeyTool.PASSWORD);
    return settings;
  }
}
