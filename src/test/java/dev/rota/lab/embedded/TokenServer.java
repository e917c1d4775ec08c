package dev.rota.lab.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import org.jose4j.jwk.JsonWebKey.OutputControlLevel;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/** An identity provider: it hands out a token for a client's secret, and the key that proves it. */
public final class TokenServer implements AutoCloseable {
  /** The property of the JVM that names whom Kafka's handlers may ask. */
  public static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

  /** Whose tokens are for somebody else. */
  public static final String FOREIGNER = "foreigner";

  static final String AUDIENCE = "kafka";
  private static final Duration LIFE = Duration.ofHours(1);

  private volatile Duration life = LIFE;
  private final AtomicInteger given = new AtomicInteger();
  private final HttpServer server;
  private final RsaJsonWebKey key;
  private final String allowedBefore = System.getProperty(ALLOWED);

  private TokenServer(HttpServer server, RsaJsonWebKey key) {
    this.server = server;
    this.key = key;
    key.setKeyId("own");
    server.createContext("/token", this::token);
    server.createContext(
        "/keys",
        call -> answer(call, 200, new JsonWebKeySet(key).toJson(OutputControlLevel.PUBLIC_ONLY)));
    System.setProperty(ALLOWED, url("/token") + "," + url("/keys"));
  }

  /** Starts one, whom this JVM may ask. */
  static TokenServer start() throws IOException, JoseException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    TokenServer tokens =
        new TokenServer(HttpServer.create(address, 0), RsaJwkGenerator.generateJwk(2048));
    tokens.server.start();
    return tokens;
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  String issuer() {
    return url("");
  }

  /** How long the next tokens count. */
  public void live(Duration life) {
    this.life = life;
  }

  /** How many tokens were given. */
  public int given() {
    return given.get();
  }

  /** Where clients ask. */
  public String tokens() {
    return url("/token");
  }

  /** Where brokers ask. */
  String keys() {
    return url("/keys");
  }

  private void token(HttpExchange call) throws IOException {
    String basic = call.getRequestHeaders().getFirst("Authorization").substring("Basic ".length());
    String[] said = new String(Base64.getDecoder().decode(basic), UTF_8).split(":", 2);
    String user = said[0];
    if (!said[1].equals(SecuredCluster.password(user))) {
      answer(call, 401, "{\"error\":\"invalid_client\",\"error_description\":\"wrong secret\"}");
      return;
    }
    JwtClaims claims = new JwtClaims();
    claims.setIssuer(issuer());
    claims.setAudience(user.equals(FOREIGNER) ? "elsewhere" : AUDIENCE);
    claims.setSubject(user);
    claims.setIssuedAtToNow();
    claims.setExpirationTimeMinutesInTheFuture(life.toMillis() / 60_000f);
    JsonWebSignature signed = new JsonWebSignature();
    signed.setPayload(claims.toJson());
    signed.setKey(key.getPrivateKey());
    signed.setKeyIdHeaderValue(key.getKeyId());
    signed.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
    try {
      String token = signed.getCompactSerialization();
      given.incrementAndGet();
      answer(call, 200, "{\"access_token\":\"%s\",\"token_type\":\"Bearer\"}".formatted(token));
    } catch (JoseException e) {
      throw new IOException(e);
    }
  }

  private static void answer(HttpExchange call, int status, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    call.getRequestBody().readAllBytes();
    call.getResponseHeaders().set("Content-Type", "application/json");
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
  }

  /** It is away. */
  @Override
  public void close() {
    server.stop(0);
    if (allowedBefore == null) {
      System.clearProperty(ALLOWED);
    } else {
      System.setProperty(ALLOWED, allowedBefore);
    }
  }
}
