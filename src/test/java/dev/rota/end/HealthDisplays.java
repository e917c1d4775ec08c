package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.serving.metrics.Watched;
import dev.rota.testing.KilledProcess;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a follower's HTTP, {@code rota top}, the page in Chromium and the alerts in Prometheus say,
 * from a fault on, and when they said it.
 */
final class HealthDisplays implements AutoCloseable {
  static final String HTTP = "HTTP";
  static final String TOP = "top";
  static final String PAGE = "page";
  static final String ALERT = "alert";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int TARGETS = 2;

  /** Kafka's last word is somewhat older than its silence, and a follower than its first answer. */
  private static final long SINCE_EARLY_MILLIS = 30_000;

  /** A small screen leaves out words. */
  private static final Map<String, String> LARGE = Map.of("COLUMNS", "400", "LINES", "100");

  private static final Pattern AGE = Pattern.compile("\\d+([.,]\\d+)? (ms|s|min)\\b");
  private static final String ON_THE_PAGE =
      """
      [...document.querySelectorAll('.stand .badge'), ...document.querySelectorAll('.incident:not(.done)'), ...document.querySelectorAll('.notice strong')]
        .map(one => one.innerText.trim())
        .concat([...new Set([...document.querySelectorAll('.dot')].map(one => 'dot ' + one.innerText))])
        .join(' | ')""";

  private final String url;
  private final Browser browser;
  private final Process prometheus;
  private final String prometheusUrl;
  private final Map<String, Callable<String>> looks = new LinkedHashMap<>();
  private final Map<String, String> last = new HashMap<>();
  private final StringBuilder table = new StringBuilder();
  private final StringBuilder rows = new StringBuilder();
  private long struckNanos;
  private long struckMillis;
  private int strike;

  /**
   * Opens the page and starts Prometheus.
   *
   * @param dir for their files
   * @param url of the follower, once it answers
   * @param view of the page that is open
   * @param engine where an engine answers {@code /metrics}: host and port
   */
  HealthDisplays(Path dir, String url, String view, String engine) throws Exception {
    this.url = url;
    String address = "127.0.0.1:" + Ports.free();
    prometheusUrl = "http://" + address + "/api/v1/";
    prometheus = prometheus(Files.createTempDirectory(dir, "prometheus"), address, engine);
    browser = Browser.start(Files.createTempDirectory(dir, "profile"));
    browser.open(url + "/#/" + view);
    looks.put(HTTP, this::http);
    looks.put(TOP, this::top);
    looks.put(PAGE, () -> browser.value(ON_THE_PAGE).asText().replace("\n", " "));
    looks.put(ALERT, this::alert);
    await().ignoreExceptionsInstanceOf(IOException.class).until(this::areScraped);
  }

  /** Prometheus begins some seconds after its start. */
  private boolean areScraped() throws IOException, InterruptedException {
    JsonNode targets = prometheus("targets").at("/data/activeTargets");
    List<String> ups = targets.findValuesAsText("health");
    return ups.size() == TARGETS && ups.stream().allMatch("up"::equals);
  }

  private JsonNode prometheus(String path) throws IOException, InterruptedException {
    return JSON.readTree(get(prometheusUrl + path).body());
  }

  private Process prometheus(Path dir, String address, String engine) throws IOException {
    Files.copy(Watched.ALERTS, dir.resolve("alerts.yml"));
    Path config = dir.resolve("prometheus.yml");
    Files.writeString(
        config,
        Files.readString(Path.of("deploy/prometheus/prometheus.yml"))
            .replace("15s", "1s")
            .replace("127.0.0.1:8080", engine)
            .replace("127.0.0.1:8090", URI.create(url).getAuthority()));
    return new ProcessBuilder(
            "prometheus",
            "--config.file=" + config,
            "--storage.tsdb.path=" + dir.resolve("data"),
            "--web.listen-address=" + address)
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve("prometheus.log").toFile())
        .start();
  }

  /** Another display, told from now on. Null: no more. */
  void tell(String name, Callable<String> look) {
    if (look == null) {
      looks.remove(name);
    } else {
      looks.put(name, look);
    }
  }

  /** Now. */
  void strike(String fault) {
    struckNanos = System.nanoTime();
    struckMillis = System.currentTimeMillis();
    strike = table.length();
    last.clear();
    table.append(fault).append('\n');
  }

  /**
   * Notes what each display says, from the strike on, until each has said what it should.
   *
   * @param over nothing counts before this holds
   * @param wanted patterns, by display
   * @return when each has said it: seconds behind the strike
   */
  Map<String, Double> until(Callable<Boolean> over, Map<String, String> wanted) throws Exception {
    Map<String, List<String>> said = new LinkedHashMap<>();
    Map<String, Double> found = new HashMap<>();
    long deadline = System.nanoTime() + Patience.MAX.toNanos();
    while (!found.keySet().containsAll(wanted.keySet())) {
      boolean counts = over.call();
      for (Map.Entry<String, Callable<String>> one : looks.entrySet()) {
        String now = one.getValue().call();
        double seconds = (System.nanoTime() - struckNanos) / 1e9;
        if (!timeless(now).equals(last.put(one.getKey(), timeless(now)))) {
          said.computeIfAbsent(one.getKey(), _ -> new ArrayList<>())
              .add("%6.1f s  %s".formatted(seconds, now));
        }
        String want = wanted.get(one.getKey());
        if (counts && want != null && isSaid(want, now)) {
          found.putIfAbsent(one.getKey(), seconds);
        }
      }
      if (System.nanoTime() > deadline) {
        Map<String, String> open = new LinkedHashMap<>(wanted);
        open.keySet().removeAll(found.keySet());
        throw new AssertionError("not said: " + open + "; said: " + last);
      }
    }
    if (struckNanos != 0) {
      said.forEach(
          (display, lines) ->
              lines.forEach(line -> table.append("  %-5s %s%n".formatted(display, line))));
    }
    return found;
  }

  /** What a display says, and since when: not since before the strike. */
  private boolean isSaid(String want, String now) {
    Matcher said = Pattern.compile(want, Pattern.DOTALL).matcher(now);
    if (!said.find()) {
      return false;
    }
    if (want.contains("<" + ToldFinding.SINCE + ">")) {
      assertThat(Instant.parse(said.group(ToldFinding.SINCE)).toEpochMilli())
          .as(now)
          .isBetween(struckMillis - SINCE_EARLY_MILLIS, System.currentTimeMillis());
    }
    return true;
  }

  /** The same from the strike on. */
  void until(Map<String, String> wanted) throws Exception {
    var _ = until(() -> true, wanted);
  }

  /**
   * The same of a finding, which becomes a row.
   *
   * @param condition its name in the table
   */
  void until(Callable<Boolean> over, String condition, ToldFinding finding) throws Exception {
    String alert = finding.cause().runbook();
    String after = firesAfter(alert);
    Map<String, String> wanted = new HashMap<>(finding.patterns());
    wanted.put(ALERT, alert + (after.equals("0m") ? "" : "( \\(pending\\))?") + "(,|$)");
    Map<String, Double> found = until(over, wanted);
    rows.append(
        "%-28s %6.1f %6.1f %6.1f  %s, for: %s%n"
            .formatted(condition, found.get(PAGE), found.get(TOP), found.get(ALERT), alert, after));
  }

  /** One that fires later is pending until then. */
  private static String firesAfter(String alert) throws IOException {
    for (JsonNode one : Watched.alerts()) {
      if (one.path("alert").asText().equals(alert)) {
        return one.path("for").asText();
      }
    }
    throw new AssertionError("there is no alert " + alert);
  }

  /** A line for each finding: when the page, {@code top} and an alert have told it. */
  String rows() {
    return rows.toString();
  }

  /** What a display has said since the last strike, a line each. */
  List<String> said(String display) {
    return table.substring(strike).lines().filter(line -> line.startsWith("  " + display)).toList();
  }

  /** What it noted so far. */
  String table() {
    return table.toString();
  }

  /** Ages go on without a change. */
  private static String timeless(String text) {
    return AGE.matcher(text).replaceAll("some time");
  }

  private String http() throws InterruptedException {
    try {
      HttpResponse<String> ready = get(url + "/readyz");
      JsonNode findings = JSON.readTree(ready.body()).path("findings");
      List<String> words = new ArrayList<>();
      findings.forEach(
          one ->
              words.add(
                  "%s: %s; since %s (%s)"
                      .formatted(
                          one.path("cause").asText(),
                          one.path("text").asText(),
                          one.path("since").asText(),
                          one.path("next").asText())));
      String all = words.isEmpty() ? "WELL" : String.join(" | ", words);
      return "/readyz " + ready.statusCode() + " " + all;
    } catch (IOException _) {
      return "nobody answers";
    }
  }

  /** Its line about the domain, and what is not well. */
  private String top() {
    CommandLine top = CommandLine.run(LARGE, "", "top", "--once", "--url", url);
    return top.exit() == 0
        ? String.join(
            " | ",
            top.out()
                .replace("\n   ", " ") // a long finding goes on
                .lines()
                .filter(line -> line.matches("(!!|\\?\\?|--|[\\w, ]+:) .*"))
                .toList())
        : "exit %d: %s".formatted(top.exit(), top.err().lines().findFirst().orElse(""));
  }

  /** Those about processes and partitions. */
  private String alert() throws IOException, InterruptedException {
    TreeSet<String> names = new TreeSet<>();
    for (JsonNode one : prometheus("alerts").at("/data/alerts")) {
      JsonNode labels = one.path("labels");
      if (labels.has("instance") && !labels.has("lane")) {
        String state = one.path("state").asText().equals("firing") ? "" : " (pending)";
        names.add(labels.path("alertname").asText() + state);
      }
    }
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(Patience.MAX).build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    browser.close();
    KilledProcess.kill(prometheus);
  }
}
