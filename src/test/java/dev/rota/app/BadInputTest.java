package dev.rota.app;

import static dev.rota.app.Ran.rota;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rota.testing.KeyTool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bad input on the command line, named after the rows that are tested here; the list of all rows is
 * at {@code BadInputIT}.
 */
class BadInputTest {
  @TempDir private Path dir;

  @Test
  void aBenchmarkThatIsNotThereNamesThoseThatAre() {
    Ran ran = rota("bench", "raod");
    assertThat(ran.err()).contains("no benchmark 'raod'", "soak", "cores", "did you mean 'road'?");
    assertThat(ran.code()).isEqualTo(2);
  }

  @Test
  void b18EverythingWrongWithTheSettingsIsToldAtOnceWithin1sAndNoSecretIsEchoed()
      throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("r.properties"),
            "\ufeffthreads=two\r\nboostrap.servers=h:1\r\nstate.dir=/tmp/\u00fc\r\n");
    Path secret = Files.writeString(dir.resolve("secret"), "hush-hush-1");
    Map<String, String> variables =
        Map.of(
            "ROTA_HOME", "/nonexistent",
            "ROTA_HTTP_PORT", "x",
            "ROTA_SCHEMA_REGISTRY_URL", "not a url",
            "ROTA_STREAMS_PROCESSING_GUARANTEE", "at_least_once",
            "ROTA_KAFKA_SSL_KEY_PASSWORD", "hush-hush-2",
            "ROTA_KAFKA_SSL_KEY_PASSWORD_FILE", secret.toString());
    Ran ran =
        rota(
            variables,
            "",
            "run",
            "--config",
            file.toString(),
            "--config",
            dir.resolve("none").toString(),
            "--config",
            dir.toString());

    assertThat(ran.code()).isEqualTo(78);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .contains(file + ":1: 'threads' is 'two'")
        .contains(file + ":2: unknown setting 'boostrap.servers'; did you mean")
        .contains(dir.resolve("none") + ": no such file")
        .contains(dir + ": ")
        .contains("ROTA_HTTP_PORT: ", "ROTA_SCHEMA_REGISTRY_URL: ")
        .contains("exactly-once depends on it")
        .contains("ROTA_KAFKA_SSL_KEY_PASSWORD")
        .contains("'bootstrap.servers' is not set")
        .doesNotContain("hush-hush");
  }

  @Test
  void b20AnEncryptedPortThatIsSpokenToInClearSaysSo() throws Exception {
    try (TlsPort port = TlsPort.open(dir, "localhost")) {
      Ran ran = rota("topics", "list", "-b", "localhost:" + port.port());
      assertThat(ran.code()).isEqualTo(69);
      assertThat(ran.err())
          .contains("localhost:" + port.port(), "the port uses TLS", "security.protocol=SSL");
    }
  }

  @Test
  void b20AClearPortThatIsSpokenToInTlsSaysSo() throws Exception {
    try (ServerSocket server = clear()) {
      Ran ran =
          rota(
              "topics",
              "list",
              "-b",
              "localhost:" + server.getLocalPort(),
              "-X",
              "security.protocol=SSL");
      assertThat(ran.code()).isEqualTo(69);
      assertThat(ran.err()).contains("the port does not use TLS", "security.protocol=PLAINTEXT");
    }
  }

  @Test
  void b20AWebServersPortIsNoKafka() throws Exception {
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    web.start();
    try {
      Ran ran = rota("consume", "t", "-b", "127.0.0.1:" + web.getAddress().getPort());
      assertThat(ran.code()).isEqualTo(69);
      assertThat(ran.err()).contains("the port speaks HTTP", "registry");
    } finally {
      web.stop(0);
    }
  }

  @Test
  void b20ACertificateThatNobodyVouchesForIs77() throws Exception {
    try (TlsPort port = TlsPort.open(dir, "localhost")) {
      Ran ran = tls("localhost:" + port.port());
      assertThat(ran.code()).isEqualTo(77);
      assertThat(ran.err())
          .contains("the TLS handshake", "an untrusted authority")
          .contains("ssl.truststore.location");
    }
  }

  @Test
  void b20ACertificateThatAnotherAuthorityHasSignedIs77() throws Exception {
    try (TlsPort port = TlsPort.signed(dir, "localhost");
        TlsPort other = TlsPort.open(Files.createDirectory(dir.resolve("other")), "localhost")) {
      Ran ran = tls("localhost:" + port.port(), trust(other));
      assertThat(ran.code()).isEqualTo(77);
      assertThat(ran.err()).contains("an untrusted authority");
    }
  }

  @Test
  void b20ACertificateThatHasExpiredIs77() throws Exception {
    try (TlsPort port = TlsPort.signed(dir, "localhost", "-startdate", "-9d", "-validity", "3")) {
      Ran ran = tls("localhost:" + port.port(), trust(port));
      assertThat(ran.code()).isEqualTo(77);
      assertThat(ran.err())
          .contains("the broker's certificate has expired", "NotAfter", "renew it", "clock");
    }
  }

  @Test
  void b20ACertificateOfTheFutureIs77() throws Exception {
    try (TlsPort port = TlsPort.signed(dir, "localhost", "-startdate", "+9d")) {
      Ran ran = tls("localhost:" + port.port(), trust(port));
      assertThat(ran.code()).isEqualTo(77);
      assertThat(ran.err()).contains("is not valid yet", "NotBefore", "clock");
    }
  }

  @Test
  void b20ACertificateOfAnotherHostIs77() throws Exception {
    try (TlsPort port = TlsPort.open(dir, "elsewhere")) {
      Ran ran = tls("localhost:" + port.port(), trust(port));
      assertThat(ran.code()).isEqualTo(77);
      assertThat(ran.err())
          .contains("the TLS handshake", "is for another host", "localhost", "bootstrap.servers");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "consume t --limit",
        "consume t --from 1 --from 2",
        "consume t --limit x",
        "audit",
        "simulate",
        "run --threads x"
      })
  void b21WhatIsMissingOrDoubledOrNoNumberIs2WithThatVerbsUsageOnly(String line) {
    Ran ran = rota(line.split(" "));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).containsOnlyOnce("Usage: rota " + line.replaceFirst(" .*", ""));
  }

  private Ran tls(String address, String... more) {
    List<String> words = new ArrayList<>(List.of("-b", address, "-X", "security.protocol=SSL"));
    words.addAll(List.of(more));
    Ran list = told(words, "topics", "list");
    Ran run = told(words, "run", "--registry", "http://127.0.0.1:1");
    assertThat(run.err()).as("an engine says the same").isEqualTo(list.err());
    assertThat(run.code()).isEqualTo(list.code());
    return list;
  }

  private Ran told(List<String> words, String... verb) {
    return rota(Stream.concat(Stream.of(verb), words.stream()).toArray(String[]::new));
  }

  private String[] trust(TlsPort port) throws IOException {
    Path file =
        Files.writeString(
            dir.resolve("client.properties"),
            "ssl.truststore.location=%s%nssl.truststore.type=PKCS12%nssl.truststore.password=%s%n"
                .formatted(port.store(), KeyTool.PASSWORD));
    return new String[] {"--config", file.toString()};
  }

  /** Answers Kafka's first question as a broker does, in clear. */
  private static ServerSocket clear() throws IOException {
    ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                int size = ByteBuffer.wrap(in.readNBytes(4)).getInt();
                int correlation = ByteBuffer.wrap(in.readNBytes(size)).getInt(4);
                ByteBuffer answer = ByteBuffer.allocate(14).putInt(10).putInt(correlation);
                socket.getOutputStream().write(answer.array());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "clear");
    thread.setDaemon(true);
    thread.start();
    return server;
  }
}
