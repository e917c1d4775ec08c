package dev.rota.app;

import dev.rota.testing.KeyTool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
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
    Path store = folder.resolve("server.p12");
    Path authority = folder.resolve("authority.p12");
    List<String> caKey = new ArrayList<>(key("authority"));
    caKey.addAll(List.of("-ext", "bc:c"));
    Certificate root =
        KeyTool.pair(authority, "ca", caKey.toArray(String[]::new)).getCertificate("ca");
    KeyStore keys = KeyTool.pair(store, "server", key(host).toArray(String[]::new));
    Path request = folder.resolve("request");
    KeyTool.run(store, List.of("-certreq", "-alias", "server", "-file", request.toString()));
    Path answer = folder.resolve("answer");
    List<String> sign = new ArrayList<>(List.of("-gencert", "-alias", "ca", "-ext"));
    sign.addAll(List.of("san=dns:" + host, "-infile", request.toString()));
    sign.addAll(List.of("-outfile", answer.toString()));
    sign.addAll(List.of(dates));
    KeyTool.run(authority, sign);
    try (InputStream in = Files.newInputStream(answer)) {
      Certificate own = CertificateFactory.getInstance("X.509").generateCertificate(in);
      char[] password = KeyTool.PASSWORD.toCharArray();
      Key key = keys.getKey("server", password);
      keys.setKeyEntry("server", key, password, new Certificate[] {own, root});
    }
    // Who trusts the authority has its certificate alone.
    Path trust = folder.resolve("trust.p12");
    KeyStore trusted = KeyTool.empty();
    trusted.setCertificateEntry("ca", root);
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
