package dev.rota.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Key stores of the JDK's {@code keytool}. Each start of it takes a second, so the same words make
 * the same key once in a JVM.
 */
public final class KeyTool {
  public static final String PASSWORD = "changeit";

  /** Each client derives the store's keys anew: ten thousand rounds are most of a secured test. */
  private static final List<String> ROUNDS =
      List.of(
          "keystore.pkcs12.certPbeIterationCount",
          "keystore.pkcs12.keyPbeIterationCount",
          "keystore.pkcs12.macIterationCount");

  private static final Map<List<String>, byte[]> MADE = new ConcurrentHashMap<>();

  static {
    ROUNDS.forEach(name -> System.setProperty(name, "1"));
  }

  private KeyTool() {}

  /**
   * Writes a store with a key and its certificate, which the key has signed itself.
   *
   * @param alias of the key, and what else {@code keytool -genkeypair} is told
   */
  public static KeyStore pair(Path store, String alias, String... more)
      throws IOException, GeneralSecurityException {
    List<String> words = new ArrayList<>(List.of("-genkeypair", "-alias", alias));
    words.addAll(List.of(more));
    Files.write(store, MADE.computeIfAbsent(words, KeyTool::made));
    return load(store);
  }

  private static byte[] made(List<String> words) {
    try {
      Path store = Files.createTempDirectory("keys").resolve("made.p12");
      run(store, words);
      byte[] bytes = Files.readAllBytes(store);
      Files.delete(store);
      Files.delete(store.getParent());
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the tool on a store. */
  public static void run(Path store, List<String> more) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(more);
    words.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    words.addAll(List.of("-storepass", PASSWORD));
    ROUNDS.forEach(name -> words.add("-J-D" + name + "=1"));
    Process tool = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(tool.getInputStream().readAllBytes(), Charset.defaultCharset());
    try {
      int code = tool.waitFor();
      if (code != 0) {
        throw new IOException("keytool " + more.get(0) + " ended with " + code + ": " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("keytool " + more.get(0) + " was interrupted", e);
    }
  }

  public static KeyStore load(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  /** Returns an empty store. */
  public static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    return keys;
  }

  public static void write(KeyStore keys, Path store) throws IOException, GeneralSecurityException {
    try (OutputStream out = Files.newOutputStream(store)) {
      keys.store(out, PASSWORD.toCharArray());
    }
  }

  /** Of a server that shows the store's certificate. */
  public static SSLContext context(KeyStore keys) throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
