package dev.rota.app.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Detects the protocol of a port by its answer to Kafka's ApiVersions request, sent without TLS.
 */
enum ProtocolProbe {
  KAFKA("Kafka without TLS"),
  TLS("TLS"),
  HTTP("HTTP"),
  /** The answer is unknown or late. The real client will report more. */
  UNKNOWN("an unknown protocol");

  private static final int ANSWER_MILLIS = 1_500;
  private static final int API_VERSIONS = 18;
  private static final int CORRELATION = 0x526f7461;
  // Request: API key, version, correlation id, length of the client id. Response: size,
  // correlation id, error code.
  private static final int HEAD_BYTES = 10;
  // The client id. A web server reads its line ends as the end of a bad request.
  private static final byte[] CLIENT = "rota\r\n\r\n".getBytes(US_ASCII);
  // A TLS alert, of any version.
  private static final int TLS_ALERT = 21;
  private static final int TLS_MAJOR = 3;

  private final String shown;

  ProtocolProbe(String shown) {
    this.shown = shown;
  }

  @Override
  public String toString() {
    return shown;
  }

  /** Sends an ApiVersions request, which a broker answers before any login. */
  static ProtocolProbe of(Socket socket) {
    byte[] question =
        ByteBuffer.allocate(Integer.BYTES + HEAD_BYTES + CLIENT.length)
            .putInt(HEAD_BYTES + CLIENT.length)
            .putShort((short) API_VERSIONS)
            .putShort((short) 0)
            .putInt(CORRELATION)
            .putShort((short) CLIENT.length)
            .put(CLIENT)
            .array();
    byte[] head = new byte[HEAD_BYTES];
    int length = 0;
    try {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(question);
      InputStream in = socket.getInputStream();
      for (int read = 0; read >= 0 && length < HEAD_BYTES && !isTls(head, length); ) {
        read = in.read(head, length, HEAD_BYTES - length);
        length += Math.max(0, read);
      }
    } catch (IOException _) {
      // The bytes before a disconnect or time-out may be enough.
      return heard(head, length);
    }
    return heard(head, length);
  }

  private static ProtocolProbe heard(byte[] head, int length) {
    if (isTls(head, length)) {
      return TLS;
    }
    if (length >= 5 && new String(head, 0, 5, US_ASCII).equals("HTTP/")) {
      return HTTP;
    }
    return length >= 8 && ByteBuffer.wrap(Arrays.copyOf(head, 8)).getInt(4) == CORRELATION
        ? KAFKA
        : UNKNOWN;
  }

  private static boolean isTls(byte[] head, int length) {
    return length >= 2 && head[0] == TLS_ALERT && head[1] == TLS_MAJOR;
  }
}
