package dev.rota.app;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A port that speaks TLS, under a certificate made for it, and nothing beyond the handshake. */
final class TlsPort implements AutoCloseable {
  static final String PASSWORD = "changeit";

  private final Path store;
  private final SSLServerSocket server;
  private final Thread thread;

  private TlsPort(Path store, SSLServerSocket server) {
    this.store = store;
    this.server = server;
    this.thread = new Thread(this::serve, "tls-port");
  }

  /**
   * Opens one.
   *
   * @param host that the certificate names
   * @param more words for {@code keytool}, such as dates
   */
  static TlsPort open(Path folder, String host, String... more) throws Exception {
    Path store = folder.resolve("server.p12");
    List<String> words = new ArrayList<>(key("server", host));
    words.addAll(List.of("-ext", "san=dns:" + host));
    words.addAll(List.of(more));
    keytool(store, words);
    return open(store, store);
  }

  /**
   * Opens one whose certificate an authority has signed.
   *
   * @param dates words for {@code keytool} that say from when to when
   */
  static TlsPort signed(Path folder, String host, String... dates) throws Exception {
    Path store = folder.resolve("server.p12");
    Path authority = folder.resolve("authority.p12");
    String request = folder.resolve("request").toString();
    String answer = folder.resolve("answer").toString();
    String root = folder.resolve("root").toString();
    List<String> caKey = new ArrayList<>(key("ca", "authority"));
    caKey.addAll(List.of("-ext", "bc:c"));
    keytool(authority, caKey);
    keytool(authority, List.of("-exportcert", "-alias", "ca", "-file", root));
    keytool(store, key("server", host));
    keytool(store, List.of("-certreq", "-alias", "server", "-file", request));
    List<String> sign = new ArrayList<>(List.of("-gencert", "-alias", "ca"));
    sign.addAll(List.of("-infile", request, "-outfile", answer, "-ext", "san=dns:" + host));
    sign.addAll(List.of(dates));
    keytool(authority, sign);
    keytool(store, List.of("-importcert", "-noprompt", "-alias", "ca", "-file", root));
    keytool(store, List.of("-importcert", "-noprompt", "-alias", "server", "-file", answer));
    // Who trusts the authority has its certificate alone.
    Path trust = folder.resolve("trust.p12");
    keytool(trust, List.of("-importcert", "-noprompt", "-alias", "ca", "-file", root));
    return open(store, trust);
  }

  private static List<String> key(String alias, String name) {
    return List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-dname", "CN=" + name);
  }

  private static void keytool(Path store, List<String> more)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(more);
    words.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    words.addAll(List.of("-storepass", PASSWORD));
    int code = new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
    if (code != 0) {
      throw new IOException("keytool " + more.get(0) + " ended with " + code);
    }
  }

  private static TlsPort open(Path store, Path trust) throws IOException, GeneralSecurityException {
    TlsPort port =
        new TlsPort(
            trust, (SSLServerSocket) context(store).getServerSocketFactory().createServerSocket(0));
    port.thread.start();
    return port;
  }

  private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (SSLSocket socket = (SSLSocket) server.accept()) {
        socket.startHandshake();
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        // A handshake that fails, or the end, is what the tests are about.
      }
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Where the certificate, or its authority's, lies for those who trust it. */
  Path store() {
    return store;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
