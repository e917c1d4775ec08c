package dev.rota.serving.serve;

import static dev.rota.app.Ran.rota;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.base.http.BadPem;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.http.PortTls;
import dev.rota.testing.Patience;
import dev.rota.testing.PemCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beyond the loopback, only who has the token or a certificate is answered. */
final class TokenDoorTest {
  private static final String TOKEN = "0123456789abcdef0123";

  @TempDir private static Path dir;
  private static PemCertificate server;
  private static PemCertificate client;
  private LiveServer open;

  @BeforeAll
  static void certificates() throws Exception {
    server = PemCertificate.make(dir, "server", "EC", "-ext", "san=dns:localhost,ip:127.0.0.1");
    client = PemCertificate.make(dir, "client", "RSA");
  }

  @AfterEach
  void close() {
    if (open != null) {
      open.close();
    }
  }

  private String serve(Path clients) throws IOException {
    PortTls tls = PortTls.of(server.file, server.key, clients);
    open =
        LiveServer.start(
            List.of(),
            new ServerAccess(LoopbackAddress.at(0), tls, clients == null ? TOKEN : null));
    return open.url();
  }

  private static HttpResponse<String> ask(PemCertificate shown, String url, String... headers)
      throws Exception {
    return send(shown, HttpRequest.newBuilder(URI.create(url)), headers);
  }

  private static HttpResponse<String> send(
      PemCertificate shown, HttpRequest.Builder request, String... headers) throws Exception {
    HttpClient one = HttpClient.newBuilder().sslContext(server.trustedBy(shown)).build();
    HttpRequest.Builder built = headers.length == 0 ? request : request.headers(headers);
    return one.send(built.timeout(Patience.MAX).build(), BodyHandlers.ofString());
  }

  @Test
  void aProgramSendsTheTokenWithEachRequest() throws Exception {
    String url = serve(null);
    assertThat(url).startsWith("https://");
    HttpResponse<String> refused = ask(null, url + "/v1/domains");
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
    assertThat(refused.body()).contains("Authorization: Bearer TOKEN").doesNotContain("domains\"");
    for (String wrong : new String[] {TOKEN + "x", "x" + TOKEN, TOKEN.substring(1), ""}) {
      assertThat(ask(null, url + "/status", "Authorization", "Bearer " + wrong).statusCode())
          .isEqualTo(401);
    }
    assertThat(ask(null, url + "/v1/domains", "Authorization", "bearer " + TOKEN).statusCode())
        .isEqualTo(200);
  }

  @Test
  void aCommandAsksWithTheTokenOrACertificate() throws Exception {
    Path token = Files.writeString(dir.resolve("token"), TOKEN + "\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    String[] trusting = {"top", "--tls-ca", server.file.toString(), "--url"};
    String url = serve(null);
    Ran refused = rota(with(trusting, url));
    assertThat(refused.code()).isEqualTo(77);
    assertThat(refused.err()).contains("the request has no token", "--token-file");
    assertThat(rota(with(trusting, url, "--token-file", token.toString())).code()).isZero();
    Ran unknown = rota("top", "--url", url);
    assertThat(unknown.code()).as("a certificate that Java does not know").isEqualTo(69);
    open.close();

    url = serve(client.file);
    String[] shown = {"--tls-cert", client.file.toString(), "--tls-key", client.key.toString()};
    assertThat(rota(with(trusting, url)).code()).isEqualTo(69);
    assertThat(rota(with(with(trusting, url), shown)).code()).isZero();
    Ran bad = rota("top", "--tls-ca", token.toString(), "--url", url);
    assertThat(bad.code()).isEqualTo(78);
    assertThat(bad.err()).contains("TLS to the follower", "pass PEM files");
    Ran half = rota("top", "--tls-key", client.key.toString(), "--url", url);
    assertThat(half.err()).contains("--tls-cert and --tls-key go together");
    Ran open = rota("top", "--token-file", token.toString(), "--url", "http://10.0.0.7:8090");
    assertThat(open.err()).contains("--token-file needs TLS");
  }

  private static String[] with(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aBrowserSendsItOnceAndItsPageAndProbesNeedNone() throws Exception {
    String url = serve(null);
    for (String path : new String[] {"/", "/page/main.js", "/livez", "/readyz"}) {
      assertThat(ask(null, url + path).statusCode()).as(path).isEqualTo(200);
    }
    assertThat(login(url, "not the token at all").statusCode()).isEqualTo(401);
    HttpResponse<String> let = login(url, TOKEN + "\n");
    assertThat(let.statusCode()).isEqualTo(201);
    String cookie = let.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie)
        .startsWith("__Host-rota=")
        .contains("; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/")
        .doesNotContain(TOKEN);
    String pass = cookie.substring(0, cookie.indexOf(';'));
    assertThat(ask(null, url + "/v1/domains", "Cookie", "a=b; " + pass).statusCode())
        .isEqualTo(200);
    assertThat(ask(null, url + "/v1/domains", "Cookie", pass + "x").statusCode()).isEqualTo(401);
  }

  private static HttpResponse<String> login(String url, String token, String... headers)
      throws Exception {
    URI login = URI.create(url + "/login");
    return send(null, HttpRequest.newBuilder(login).POST(BodyPublishers.ofString(token)), headers);
  }

  @Test
  void whoTriesTooManyTokensWaitsAMinute() {
    AtomicLong nanos = new AtomicLong();
    TokenDoor door = new TokenDoor(TOKEN, true, nanos::get);
    for (int i = 0; i < 10; i++) {
      assertThat(tried(door, "guess " + i)).isEqualTo(401);
    }
    assertThat(tried(door, TOKEN)).as("a right one is not told from a wrong one").isEqualTo(429);
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(tried(door, TOKEN)).isEqualTo(201);
  }

  private static int tried(TokenDoor door, String token) {
    HttpCall call =
        new HttpCall(
            "POST", Map.of(), Map.of(), Map.of(), _ -> null, null, token.getBytes(UTF_8), "/login");
    return ((HttpReply) door.routes().get(0).answer(call)).status();
  }

  @Test
  void aPageElsewhereCannotLogIn() throws Exception {
    String url = serve(null);
    assertThat(login(url, TOKEN, "Origin", "https://evil.example").statusCode()).isEqualTo(403);
    assertThat(login(url, TOKEN, "Origin", "null").statusCode()).isEqualTo(403);
    assertThat(login(url, TOKEN, "Origin", url).statusCode()).isEqualTo(201);
  }

  @Test
  void aClientWithACertificateNeedsNoToken() throws Exception {
    String url = serve(client.file);
    assertThat(ask(client, url + "/v1/domains").statusCode()).isEqualTo(200);
    assertThatThrownBy(() -> ask(null, url + "/v1/domains")).isInstanceOf(IOException.class);
    PemCertificate other = PemCertificate.make(dir, "other", "EC");
    assertThatThrownBy(() -> ask(other, url + "/v1/domains")).isInstanceOf(IOException.class);
  }

  @Test
  void whoSpeaksNoTlsIsNotAnswered() throws Exception {
    String plain = serve(null).replace("https", "http");
    assertThatThrownBy(() -> ask(null, plain + "/livez")).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  void everyUsualKindOfKeyWorks(String algorithm) throws Exception {
    PemCertificate one =
        PemCertificate.make(dir, algorithm, algorithm, "-ext", "san=dns:LocalHost,dns:*.a.b");
    assertThat(PortTls.of(one.file, one.key, null).names()).containsExactly("localhost", "*.a.b");
  }

  @Test
  void aRenewedCertificateCountsFromTheNextConnectionOn() throws Exception {
    String[] names = {"-ext", "san=dns:localhost,ip:127.0.0.1"};
    PemCertificate one = PemCertificate.make(dir, "one", "EC", names);
    PemCertificate next = PemCertificate.make(dir, "next", "EC", names);
    open =
        LiveServer.start(
            List.of(),
            new ServerAccess(LoopbackAddress.at(0), PortTls.of(one.file, one.key, null), TOKEN));
    String url = open.url() + "/livez";
    assertThat(answers(one, url)).isTrue();

    Files.copy(next.file, one.file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(answers(one, url)).as("its key has not come yet").isTrue();
    Files.copy(next.key, one.key, StandardCopyOption.REPLACE_EXISTING);
    await().until(() -> answers(next, url));
    assertThat(answers(one, url)).isFalse();
  }

  /** Is answered a client that trusts this certificate alone? */
  private static boolean answers(PemCertificate trusted, String url) throws Exception {
    HttpClient client = HttpClient.newBuilder().sslContext(trusted.trustedBy(null)).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(Patience.MAX).build();
    try {
      return client.send(request, BodyHandlers.ofString()).statusCode() < 500;
    } catch (SSLException _) {
      return false;
    }
  }

  @Test
  void filesThatCannotBeUsedAreToldWhy() throws Exception {
    PemCertificate past =
        PemCertificate.make(
            dir, "past", "EC", "-ext", "san=dns:localhost", "-startdate", "-9d", "-validity", "1");
    Path old = dir.resolve("old.key");
    Files.writeString(
        old, "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
    Path odd = dir.resolve("odd.key");
    Files.writeString(odd, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    isBad(server.file, client.key, "is not the key of the first certificate");
    isBad(server.file, server.file, "has CERTIFICATE, and no PRIVATE KEY");
    isBad(server.file, old, "openssl pkcs8 -topk8 -nocrypt");
    isBad(server.file, odd, "the key is none of EC, RSA, Ed25519");
    isBad(server.key, server.key, "has no CERTIFICATE in PEM");
    isBad(past.file, past.key, "is not valid now");
    isBad(client.file, client.key, "names no host");
  }

  private static void isBad(Path certificate, Path key, String why) {
    assertThatThrownBy(() -> PortTls.of(certificate, key, null))
        .isInstanceOf(BadPem.class)
        .hasMessageContaining(why);
  }
}
