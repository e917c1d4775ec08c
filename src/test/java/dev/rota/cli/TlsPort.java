package dev.rota.cli;

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
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host));
    words.addAll(List.of(more));
    int code = new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
    if (code != 0) {
      throw new IOException("keytool ended with " + code);
    }
    TlsPort port =
        new TlsPort(
            store, (SSLServerSocket) context(store).getServerSocketFactory().createServerSocket(0));
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

  /** Where the certificate lies, for those who trust it. */
  Path store() {
    return store;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
