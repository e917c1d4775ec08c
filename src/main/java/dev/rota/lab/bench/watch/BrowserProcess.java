package dev.rota.lab.bench.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * A process that asks as so many open pages do: each reads the events of a lane, and asks again for
 * what its view shows. It goes on until its standard input ends, and then says what it saw.
 */
final class BrowserProcess {
  /** How often the page asks: its frame, and the picture of a domain. */
  private static final long FRAME_MILLIS = 2_000;

  private static final long PICTURE_MILLIS = 1_000;

  /** Browsers ask one after the other, not all at once. */
  private static final int APART = 50;

  private static final Pattern ASKED =
      Pattern.compile("'queries/(\\w+)'|'(\\w+)'(?=[\\w', ]*\\]\\.map\\(name => ask)");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, String> tags = new ConcurrentHashMap<>();
  private final AtomicLong turns = new AtomicLong();
  private final AtomicLong answers = new AtomicLong();
  private final String url;
  private final String domain;

  private BrowserProcess(String url, String domain) {
    this.url = url;
    this.domain = domain;
  }

  /** Takes the server's address, the domain and the number of browsers. */
  public static void main(String[] words) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    BrowserProcess all = new BrowserProcess(words[0], words[1]);
    all.open(Integer.parseInt(words[2]));
    out.println("open");
    while (System.in.read() >= 0) {
      // Nothing is said to it.
    }
    out.println(all.turns + " " + all.answers);
    out.flush();
    Runtime.getRuntime().halt(0); // the streams would go on
  }

  private void open(int count) throws IOException, InterruptedException {
    List<String> lanes = new ArrayList<>();
    new ObjectMapper()
        .readTree(get("/v1/" + domain + "/lanes?limit=1000").body())
        .get("lanes")
        .forEach(one -> lanes.add(one.get("lane").textValue()));
    lanes.removeIf(one -> one.startsWith("~"));
    List<String> queries = queries();
    for (int i = 0; i < count; i++) {
      String lane = "/v1/" + domain + "/lanes/" + lanes.get(i % lanes.size());
      read(lane + "/events");
      ask(i, "/v1/domains", FRAME_MILLIS);
      ask(i, "/v1/" + domain + "/lanes?limit=100", FRAME_MILLIS);
      for (String query : queries) {
        ask(i, lane + "/queries/" + query, PICTURE_MILLIS);
      }
    }
  }

  /** What the page's own picture of the domain asks. */
  private List<String> queries() throws IOException, InterruptedException {
    return ASKED
        .matcher(get("/page/" + domain + ".js").body())
        .results()
        .map(one -> one.group(1) == null ? one.group(2) : one.group(1))
        .distinct()
        .toList();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    answers.incrementAndGet();
    return send(path, BodyHandlers.ofString());
  }

  /** As a browser, it asks once more if a kept connection turns out to be closed. */
  private <T> HttpResponse<T> send(String path, HttpResponse.BodyHandler<T> body)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
    try {
      return client.send(request, body);
    } catch (IOException _) {
      return client.send(request, body);
    }
  }

  /** Reads events until the process ends. The first piece says that it is open. */
  private void read(String path) throws IOException, InterruptedException {
    var events = send(path, BodyHandlers.ofLines());
    Thread reader =
        new Thread(
            () ->
                events
                    .body()
                    .filter(line -> line.startsWith("id: "))
                    .forEach(_ -> turns.incrementAndGet()),
            "browser of " + path);
    reader.setDaemon(true);
    reader.start();
  }

  /** As a browser, it has the last answer, and says so. */
  private void ask(int browser, String path, long everyMillis) {
    String name = browser + path;
    long first = browser * everyMillis / APART % everyMillis;
    var _ =
        clock.scheduleAtFixedRate(
            () -> askNow(name, path), first, everyMillis, TimeUnit.MILLISECONDS);
  }

  private void askNow(String name, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("If-None-Match", tags.getOrDefault(name, "\"\""))
            .build();
    var _ =
        client
            .sendAsync(request, BodyHandlers.discarding())
            .thenAccept(
                answer -> {
                  answers.incrementAndGet();
                  answer.headers().firstValue("ETag").ifPresent(tag -> tags.put(name, tag));
                });
  }
}
