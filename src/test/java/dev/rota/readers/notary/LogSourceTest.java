package dev.rota.readers.notary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that a web server serves, well or not. */
class LogSourceTest {
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 3);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private String url;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange));
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    try (exchange) {
      if (path.endsWith("/endless")) {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
          while (true) { // until the reader hangs up
            body.write(new byte[1 << 20]);
          }
        }
      } else if (path.equals("/logs/bots-ledger/3/checkpoint")) {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write(new byte[] {1, 2});
      } else {
        exchange.sendResponseHeaders(path.endsWith("/secret") ? 403 : 404, -1);
      }
    }
  }

  @Test
  void aFileIsServedOrThereIsNone() throws Exception {
    for (String place : List.of(url + "/logs", url + "/logs///")) {
      LogSource source = LogSource.of(place, LEDGER);
      assertThat(source.read("checkpoint")).containsExactly(1, 2);
      assertThat(source.read("tile/0/000")).isNull();
    }
  }

  @Test
  void aDirectoryHasAFolderForEachLedgerPartition(@TempDir Path dir) throws Exception {
    Path log = Files.createDirectories(dir.resolve("bots-ledger").resolve("3"));
    Files.write(log.resolve("checkpoint"), new byte[] {3});
    LogSource source = LogSource.of(dir.toString(), LEDGER);
    assertThat(source.read("checkpoint")).containsExactly(3);
    assertThat(source.read("tile/0/000")).isNull();
  }

  @Test
  void whatIsNeitherIsToldWithItsAddress() {
    LogSource source = LogSource.of(url, LEDGER);
    assertThatThrownBy(() -> source.read("secret"))
        .isInstanceOf(LogUnavailable.class)
        .hasMessage(url + "/bots-ledger/3/secret: it answers 403");
    assertThatThrownBy(() -> source.read("endless"))
        .isInstanceOf(LogUnavailable.class)
        .hasMessageContaining("the answer is longer than " + LogSource.FILE_BYTES_MAX + " bytes");
    server.stop(0);
    assertThatThrownBy(() -> source.read("checkpoint"))
        .isInstanceOf(LogUnavailable.class)
        .hasMessage(url + "/bots-ledger/3/checkpoint: it cannot be reached");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a b", "http://", "https:///logs", "http://a:b:c"})
  void anAddressThatIsNoneIsToldSo(String place) {
    assertThatThrownBy(() -> LogSource.of(place, LEDGER).read("checkpoint"))
        .isInstanceOf(LogUnavailable.class)
        .hasMessageEndingWith("/bots-ledger/3/checkpoint: that is no address");
  }
}
