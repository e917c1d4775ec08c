package dev.rota.app;

import dev.rota.testing.KeyAuthority;
import dev.rota.testing.KeyTool;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** A port that speaks TLS, under a certificate made for it, and nothing beyond the handshake. */
final class TlsPort implements AutoCloseable {
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
    List<String> words = new ArrayList<>(key(host));
    words.addAll(List.of("-ext", "san=dns:" + host));
    words.addAll(List.of(more));
    Path store = folder.resolve("server.p12");
    return open(KeyTool.pair(store, "server", words.toArray(String[]::new)), store);
  }

  /**
   * Opens one whose certificate an authority has signed.
   *
   * @param dates words for {@code keytool} that say from when to when
   */
  static TlsPort signed(Path folder, String host, String... dates) throws Exception {
    KeyAuthority authority = KeyAuthority.make(folder);
    List<String> more = new ArrayList<>(List.of("-ext", "san=dns:" + host));
    more.addAll(List.of(dates));
    KeyStore keys = authority.sign(folder.resolve("server.p12"), host, more.toArray(String[]::new));
    // Who trusts the authority has its certificate alone.
    Path trust = folder.resolve("trust.p12");
    KeyStore trusted = KeyTool.empty();
    trusted.setCertificateEntry("ca", authority.root());
    KeyTool.write(trusted, trust);
    return open(keys, trust);
  }

  private static List<String> key(String name) {
    return List.of("-keyalg", "EC", "-dname", "CN=" + name);
  }

  private static TlsPort open(KeyStore keys, Path trust)
      throws IOException, GeneralSecurityException {
    var sockets = KeyTool.context(keys).getServerSocketFactory();
    TlsPort port = new TlsPort(trust, (SSLServerSocket) sockets.createServerSocket(0));
    port.thread.start();
    return port;
  }

  private void serve() {
    while (!server.isClosed()) {
      try (SSLSocket socket = (SSLSocket) server.accept()) {
        socket.startHandshake();
        socket.getInputStream().readAllBytes();
      } catch (IOException _) {
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
