package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lets in who knows the token. A program sends it with each request (RFC 6750). A browser sends it
 * once, and gets a cookie that no script can read and no other page can make it send.
 */
final class TokenDoor {
  private static final String LOGIN = "/login";
  private static final Set<String> OPEN = Set.of("/livez", "/readyz", LOGIN);
  private static final int TRIES_A_MINUTE = 10;
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final String BEARER = "Bearer ";
  private static final String PURPOSE = "the page of rota";

  private final byte[] token;
  private final String cookie;
  private final String attributes;
  private final LongSupplier nanos;
  private long minute;
  private int wrong;

  /**
   * Makes one.
   *
   * @param token null: everybody is let in
   * @param secure the cookie is sent by TLS alone
   */
  TokenDoor(String token, boolean secure) {
    this(token, secure, System::nanoTime);
  }

  /**
   * The same.
   *
   * @param nanos a monotonic clock
   */
  TokenDoor(String token, boolean secure, LongSupplier nanos) {
    this.nanos = nanos;
    this.minute = nanos.getAsLong();
    this.token = token == null ? null : token.getBytes(UTF_8);
    // The prefix forbids a browser to take such a cookie from another host (RFC 6265bis).
    this.cookie = token == null ? null : (secure ? "__Host-rota=" : "rota=") + pass();
    this.attributes = "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : "");
  }

  /** Derived from the token, which it does not tell. */
  private String pass() {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(token, mac.getAlgorithm()));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(mac.doFinal(PURPOSE.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each Java has it", e);
    }
  }

  /** Empty if nobody has to log in. */
  List<ServedRoute> routes() {
    return token == null
        ? List.of()
        : List.of(
            ServedRoute.posted(
                LOGIN, "takes the token, and sets the cookie of a browser", this::login));
  }

  /** Without the token, probes and logins are answered. */
  Function<HttpCall, ? extends HttpAnswer> before(ServedRoute route) {
    return OPEN.contains(route.path()) ? route::answer : behind(route::answer);
  }

  private Function<HttpCall, ? extends HttpAnswer> behind(
      Function<HttpCall, ? extends HttpAnswer> handler) {
    return token == null ? handler : call -> isKnown(call) ? handler.apply(call) : refused();
  }

  private boolean isKnown(HttpCall call) {
    String said = call.headers().apply("Authorization");
    if (said != null && said.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return isToken(said.substring(BEARER.length()).strip().getBytes(UTF_8));
    }
    String cookies = call.headers().apply("Cookie");
    return cookies != null
        && Arrays.stream(cookies.split(";"))
            .anyMatch(one -> same(one.strip().getBytes(UTF_8), cookie.getBytes(UTF_8)));
  }

  private synchronized HttpReply login(HttpCall call) {
    if (!isWithinLimit()) {
      return new ProblemDetails(
              429, "too many tries", "wrong tokens were tried", "log in again in a minute")
          .reply()
          .with("Retry-After", "60");
    }
    boolean known = isToken(new String(call.body(), UTF_8).strip().getBytes(UTF_8));
    if (!known) {
      wrong++;
    }
    return known
        ? new HttpReply(
            201,
            ServedRoute.JSON,
            "{\"known\":true}\n".getBytes(UTF_8),
            Map.of("Set-Cookie", cookie + attributes, "Cache-Control", "no-store"))
        : refused();
  }

  /** A person types a token; whoever guesses tries more often. */
  private boolean isWithinLimit() {
    long now = nanos.getAsLong();
    if (now - minute >= MINUTE_NANOS) {
      minute = now;
      wrong = 0;
    }
    return wrong < TRIES_A_MINUTE;
  }

  private boolean isToken(byte[] said) {
    return same(said, token);
  }

  /** Takes as long for a text that is nearly the one as for any other. */
  private static boolean same(byte[] said, byte[] known) {
    return MessageDigest.isEqual(said, known);
  }

  private static HttpReply refused() {
    return new ProblemDetails(
            401,
            "not authenticated",
            "the request has no token, or a wrong one",
            "send the header 'Authorization: Bearer TOKEN', or log in on the page")
        .reply()
        .with("WWW-Authenticate", "Bearer realm=\"rota\"");
  }
}
