package dev.rota.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A certificate for each of some names, and a store of all of them for those who trust them. */
public final class KeyStores {
  private static final String PASSWORD = "changeit";

  private final Path dir;

  private KeyStores(Path dir) {
    this.dir = dir;
  }

  /**
   * Makes them by {@code keytool}.
   *
   * @param subjects distinguished names, by name
   */
  public static KeyStores of(Path dir, Map<String, String> subjects)
      throws IOException, InterruptedException, GeneralSecurityException {
    KeyStores stores = new KeyStores(dir);
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    for (Map.Entry<String, String> subject : subjects.entrySet()) {
      String name = subject.getKey();
      stores.generate(name, subject.getValue());
      KeyStore own = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(stores.file(name))) {
        own.load(in, PASSWORD.toCharArray());
      }
      trust.setCertificateEntry(name, own.getCertificate("own"));
    }
    try (OutputStream out = Files.newOutputStream(stores.file("trust"))) {
      trust.store(out, PASSWORD.toCharArray());
    }
    return stores;
  }

  private void generate(String name, String subject) throws IOException, InterruptedException {
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "own",
            "-keyalg",
            "EC",
            "-dname",
            subject,
            "-ext",
            "san=ip:127.0.0.1,dns:localhost",
            "-storetype",
            "PKCS12",
            "-keystore",
            file(name).toString(),
            "-storepass",
            PASSWORD);
    Process tool = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(tool.getInputStream().readAllBytes(), Charset.defaultCharset());
    int code = tool.waitFor();
    if (code != 0) {
      throw new IOException("keytool ended with " + code + ": " + said);
    }
  }

  private Path file(String name) {
    return dir.resolve(name + ".p12");
  }

  /** Kafka's settings of who trusts them. */
  public Map<String, String> trust() {
    return Map.of(
        "ssl.truststore.location",
        file("trust").toString(),
        "ssl.truststore.type",
        "PKCS12",
        "ssl.truststore.password",
        PASSWORD);
  }

  /** The same, with the certificate of this name. */
  public Map<String, String> of(String name) {
    Map<String, String> settings = new HashMap<>(trust());
    settings.put("ssl.keystore.location", file(name).toString());
    settings.put("ssl.keystore.type", "PKCS12");
    settings.put("ssl.keystore.password", PASSWORD);
    settings.put("ssl.key.password", PASSWORD);
    return settings;
  }
}
