package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;

/** Requests as no proper client sends them. */
final class Raw {
  private static final int HANGS_MILLIS = (int) Patience.MAX.toMillis();

  private Raw() {}

  /** The whole response, head and body. */
  static String get(String url, String path) throws IOException {
    return get(url, "127.0.0.1", path);
  }

  static String get(String url, String host, String path) throws IOException {
    return say(url, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close");
  }

  /** Says a whole head, and hears all until the server ends it. */
  static String say(String url, String head) throws IOException {
    URI uri = URI.create(url);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(HANGS_MILLIS);
      socket.getOutputStream().write((head + "\r\n\r\n").getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
