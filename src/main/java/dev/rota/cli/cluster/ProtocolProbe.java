package dev.rota.cli.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** What a port speaks, from its answer to Kafka's simplest question, asked without TLS. */
enum ProtocolProbe {
  KAFKA("Kafka without TLS"),
  TLS("TLS"),
  HTTP("HTTP"),
  /** It said nothing we know, or nothing in time: a real client will find out more. */
  UNKNOWN("an unknown protocol");

  private static final int ANSWER_MILLIS = 1_500;
  private static final int API_VERSIONS = 18;
  private static final int CORRELATION = 0x526f7461;
  // Of a question: key, version, correlation, length of the name. Of an answer: size, correlation,
  // error code.
  private static final int HEAD_BYTES = 10;
  // The name we go by; a web server takes its ends of line for the end of a (bad) question.
  private static final byte[] CLIENT = "rota\r\n\r\n".getBytes(US_ASCII);
  // An alert, of any version of TLS.
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

  /** Asks for the versions that a broker knows, which it tells before any login. */
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
    } catch (IOException e) {
      // Cut off, or silent: what came before that may say enough.
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
