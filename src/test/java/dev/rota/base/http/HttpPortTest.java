package dev.rota.base.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a port grants, tried with raw sockets; the times only end a test that would hang. */
class HttpPortTest {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(50);
  private static final int CROWD = 200;
  private static final int HANGS_MILLIS = (int) Patience.MAX.toMillis();
  private static final byte[] NEVER_READ = new byte[1 << 25];
  private static final String LARGE = "POST /large HTTP/1.1\r\nHost: h\r\nContent-Length: ";
  private static final String PING = "GET /ping HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

  private final List<Socket> clients = new ArrayList<>();
  private HttpPort port;

  @AfterEach
  void close() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    if (port != null) {
      port.close();
    }
  }

  /** More than the port's threads and connections: who is silent gives way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /pi",
        "GET /ping HTTP/1.1\r\nHo",
        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf"
      })
  void aCrowdThatSaysNothingOrHalfKeepsNobodyFromAnAnswer(String said) throws IOException {
    serve(new HttpPort.Limits(16, NEVER, 4096, 4096));
    List<Socket> crowd = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      crowd.add(say(said));
    }
    assertThat(heard(say(PING))).startsWith("HTTP/1.1 200").endsWith("pong");
    // Who gives way may be told so after the others are answered.
    await().until(() -> open(crowd) < 16);
  }

  private static int open(List<Socket> crowd) throws IOException {
    int open = 0;
    for (Socket one : crowd) {
      open += isOpen(one) ? 1 : 0;
    }
    return open;
  }

  /** Who sends a byte now and then is never idle. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET /ping HTTP/1.1\r\nHost: h\r\nX: ",
        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n"
      })
  void aCrowdThatIsSlowKeepsNobodyFromAnAnswer(String begun) throws IOException {
    serve(new HttpPort.Limits(16, NEVER, 4096, 4096));
    for (int i = 0; i < CROWD; i++) {
      say(begun);
      for (Socket slow : clients) {
        trickle(slow);
      }
    }
    for (int i = 0; i < 3; i++) {
      assertThat(heard(say(PING))).startsWith("HTTP/1.1 200").endsWith("pong");
    }
  }

  @Test
  void whoKeepsItsConnectionIsServedUntilTheCrowdNeedsThePlace() throws IOException {
    serve(new HttpPort.Limits(16, NEVER, 4096, 4096));
    Socket kept = say("GET /ping HTTP/1.1\r\nHost: h\r\n\r\n");
    for (int i = 0; i < 10; i++) {
      assertThat(heard(say(PING))).startsWith("HTTP/1.1 200");
      send(kept, "GET /ping HTTP/1.1\r\nHost: h\r\n\r\n");
    }
    send(kept, PING);
    assertThat(heard(kept).split("pong", -1)).hasSize(13);
  }

  @Test
  void millionsOfBytesBehindARefusalAreNeitherKeptNorWaitedFor() throws IOException {
    serve(new HttpPort.Limits(16, NEVER, 1024, 8));
    Socket flood = say("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 33554432\r\n\r\n");
    byte[] much = new byte[1 << 20];
    int written = 0;
    try {
      while (written < 32) {
        flood.getOutputStream().write(much);
        written++;
        assertThat(heard(say(PING))).startsWith("HTTP/1.1 200");
      }
    } catch (SocketException _) {
      assertThat(written).isLessThan(32); // the port has hung up
    }
    assertThat(heard(say(PING))).startsWith("HTTP/1.1 200");
    await().until(() -> !isOpen(flood));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /ping HTTP/1.1\r\nHo",
        "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf"
      })
  void whoFallsSilentIsLetGo(String said) throws IOException {
    serve(new HttpPort.Limits(16, SOON, 4096, 4096));
    assertThat(heard(say(said))).doesNotContain("200");
  }

  @Test
  void whatComesInPiecesIsAnsweredWhenItIsWhole() throws IOException {
    serve(HttpPort.Limits.USUAL);
    Socket slow =
        say("POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 4\r\n");
    assertThat(heard(say(PING))).startsWith("HTTP/1.1 200");
    send(slow, "\r\nab");
    assertThat(heard(say(PING))).startsWith("HTTP/1.1 200");
    send(slow, "cd");
    assertThat(heard(slow)).startsWith("HTTP/1.1 200").endsWith("abcd");
  }

  @Test
  void whatIsTooLargeOrNoRequestIsRefusedInTheRoutesOwnWords() throws IOException {
    serve(new HttpPort.Limits(16, NEVER, 1024, 8));
    assertThat(heard(say("GET /ping HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(2000) + "\r\n\r\n")))
        .startsWith("HTTP/1.1 431")
        .contains("refused: ");
    String chunked = "Transfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n0\r\n\r\n";
    assertThat(heard(say("POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + chunked)))
        .startsWith("HTTP/1.1 413")
        .endsWith("refused: The body is larger than 8 bytes; send a smaller one");
    assertThat(heard(say("nonsense\r\n\r\n"))).startsWith("HTTP/1.1 400").contains("refused: ");
  }

  /** Two are taken in at once. What counts is what is sent here, not who reads its answer. */
  @Test
  void aLargeBodyWaitsForOthersThatArriveAndForNothingElse() throws IOException {
    serve(HttpPort.Limits.USUAL);
    Socket one = arriving();
    Socket other = arriving();
    assertThat(begun(say(LARGE + "4\r\n\r\nabcd"))).endsWith("429");
    assertThat(begun(say(LARGE + "4097\r\n\r\n"))).endsWith("413");
    send(one, "cd");
    send(other, "cd");
    assertThat(begun(one)).endsWith("200");
    assertThat(begun(other)).endsWith("200");
    assertThat(begun(say(LARGE + "4\r\n\r\nabcd"))).endsWith("200");
  }

  /** Else a client that uses its connection again, or still writes, hears no answer. */
  @Test
  void theBodyOfARefusedRequestPassesByAndTheNextOneIsAnswered() throws IOException {
    serve(HttpPort.Limits.USUAL, routes().guarded());
    Socket foreign =
        say("POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n");
    send(foreign, "Content-Length: 4\r\n\r\nab");
    String ping = PING.replace("Host: h", "Host: localhost");
    assertThat(heard(say(ping))).startsWith("HTTP/1.1 200");
    send(foreign, "cd" + ping);
    assertThat(heard(foreign)).startsWith("HTTP/1.1 403").contains("HTTP/1.1 200").endsWith("pong");
  }

  /** A client that writes all of its body before it reads must not lose its answer by that. */
  @ParameterizedTest
  @ValueSource(
      strings = {"Content-Length: 8388608\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n800000\r\n"})
  void whoWritesABodyThatIsTooLargeHearsSo(String head) throws IOException {
    serve(new HttpPort.Limits(16, NEVER, 1024, 8));
    Socket large = say("POST /echo HTTP/1.1\r\nHost: h\r\n" + head);
    for (int i = 0; i < 8; i++) {
      send(large, "x".repeat(1 << 20));
    }
    send(large, head.startsWith("T") ? "\r\n0\r\n\r\n" : "");
    assertThat(heard(large)).startsWith("HTTP/1.1 413").contains("larger than 8 bytes");
  }

  @Test
  void pathsMethodsAndPlacesAreToldApart() throws IOException {
    serve(HttpPort.Limits.USUAL);
    assertThat(get("/of/a%2Fb+c%25")).contains("200").endsWith("a/b+c%");
    assertThat(get("/of/a%2Fb/?x=1%202&x=3")).contains("200").endsWith("a/b 1 2");
    assertThat(get("/of/%zz")).contains("400").contains("refused: ");
    assertThat(get("/none")).contains("404").endsWith("refused: There is nothing at /none");
    assertThat(get("/echo")).contains("405").endsWith("refused: GET is not allowed for /echo");
    assertThat(get("/broken")).contains("500").endsWith("java.lang.IllegalStateException: no");
  }

  /** Else two names of unlike bytes would be one. */
  @ParameterizedTest
  @ValueSource(strings = {"%FF", "a%FE", "%C0%80", "%ED%A0%80", "%C3"})
  void whatIsNoUtf8IsRefused(String escaped) throws IOException {
    serve(HttpPort.Limits.USUAL);
    assertThat(get("/of/" + escaped)).startsWith("HTTP/1.1 400");
    assertThat(get("/of/a?x=" + escaped)).startsWith("HTTP/1.1 400");
    assertThat(get("/of/a?" + escaped + "=1")).startsWith("HTTP/1.1 400");
    assertThat(get("/of/%C3%A4%EF%BF%BD?x=%F0%9F%98%80")).endsWith("\u00e4\uFFFD \uD83D\uDE00");
  }

  @Test
  void aTakenPortIsToldByTheSystemsOwnWords() throws IOException {
    serve(HttpPort.Limits.USUAL);
    assertThatThrownBy(() -> HttpPort.bind("second", at(number())))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("in use");
  }

  @Test
  void aPortThatNeverServedIsFreeWhenClosed() throws IOException {
    port = HttpPort.bind("first", at(0));
    port.close();
    HttpPort.bind("second", at(number())).close();
  }

  private void serve(HttpPort.Limits limits) throws IOException {
    serve(limits, routes());
  }

  private void serve(HttpPort.Limits limits, HttpRoutes routes) throws IOException {
    port = HttpPort.bind("test-http", at(0), limits, null);
    port.serve(routes);
  }

  private static HttpRoutes routes() {
    return new HttpRoutes((status, why) -> reply(status, "refused: " + why))
        .at("GET /ping", _ -> reply(200, "pong"))
        .at("POST /echo", call -> new HttpReply(200, "text/plain", call.body()))
        .at("POST /large", _ -> new HttpReply(200, "text/plain", NEVER_READ))
        .large("/large", 4096)
        .at("GET /of/{what}", call -> reply(200, said(call)))
        .at(
            "GET /broken",
            _ -> {
              throw new IllegalStateException("no");
            });
  }

  private static String said(HttpCall call) {
    String x = call.query().getOrDefault("x", "");
    return call.places().get("what") + (x.isEmpty() ? "" : " " + x);
  }

  private static HttpReply reply(int status, String text) {
    return new HttpReply(status, "text/plain", text.getBytes(UTF_8));
  }

  private static InetSocketAddress at(int number) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), number);
  }

  private int number() {
    return Integer.parseInt(port.url().substring(port.url().lastIndexOf(':') + 1));
  }

  private String get(String path) throws IOException {
    return heard(say("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
  }

  private Socket say(String text) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), number());
    clients.add(client);
    client.setSoTimeout(HANGS_MILLIS);
    send(client, text);
    return client;
  }

  /** Half of a large body, of a request that the port reads by now. */
  private Socket arriving() throws IOException {
    Socket client = say(LARGE + "4\r\nExpect: 100-continue\r\n\r\n");
    assertThat(begun(client)).endsWith("100");
    client.getInputStream().readNBytes(" Continue\r\n\r\n".length());
    send(client, "ab");
    return client;
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(UTF_8));
  }

  /** One more byte, if the port still listens. */
  private static void trickle(Socket client) {
    try {
      client.getOutputStream().write('x');
    } catch (IOException _) {
      // It was let go.
    }
  }

  private static boolean isOpen(Socket client) throws IOException {
    client.setSoTimeout(1);
    try {
      heard(client);
      return false;
    } catch (SocketTimeoutException _) {
      return true;
    } catch (SocketException _) {
      return false;
    }
  }

  /** The answer's status. */
  private static String begun(Socket client) throws IOException {
    return new String(client.getInputStream().readNBytes("HTTP/1.1 200".length()), UTF_8);
  }

  /** All that comes until the port ends it. */
  private static String heard(Socket client) throws IOException {
    return new String(client.getInputStream().readAllBytes(), UTF_8);
  }
}
