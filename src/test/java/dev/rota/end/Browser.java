package dev.rota.end;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.testing.KilledProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A Chromium without a window, spoken to by the DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long ANSWER_SECONDS = 120;
  private static final String LISTENING = "DevTools listening on ws://";

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();

  private Browser(Process process, String address) throws IOException, InterruptedException {
    this.process = process;
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest page =
        HttpRequest.newBuilder(URI.create("http://" + address + "/json/new"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    JsonNode target = JSON.readTree(client.send(page, BodyHandlers.ofString()).body());
    URI talk = URI.create(target.get("webSocketDebuggerUrl").textValue());
    this.socket = client.newWebSocketBuilder().buildAsync(talk, new Ear()).join();
  }

  /** Returns true if there is one on this machine. */
  static boolean isThere() throws InterruptedException {
    try {
      return new ProcessBuilder("chromium", "--version").start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  /**
   * Starts one, west of Greenwich: the page has the ledger's times wherever it is read.
   *
   * @param profile an empty directory
   */
  static Browser start(Path profile) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TZ", "America/New_York");
    Process process = builder.start();
    BufferedReader said = process.errorReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.contains(LISTENING)) {
        Thread drain = new Thread(() -> drain(said), "chromium-stderr");
        drain.setDaemon(true);
        drain.start();
        String address = line.substring(line.indexOf(LISTENING) + LISTENING.length());
        Browser browser = new Browser(process, address.substring(0, address.indexOf('/')));
        for (String part : List.of("Page", "Runtime", "Log")) {
          browser.call(part + ".enable", Map.of());
        }
        return browser;
      }
    }
    throw new IOException("chromium ended before it listened: " + process.waitFor());
  }

  /** Reads until the browser is gone, so that it never waits to be read. */
  private static void drain(BufferedReader said) {
    try {
      while (said.readLine() != null) {}
    } catch (IOException gone) {
      // It was stopped.
    }
  }

  /** Sets the size of the window, and whether the reader wants it dark. */
  void look(int width, int height, boolean dark) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    String scheme = dark ? "dark" : "light";
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  void open(String url) {
    call("Page.navigate", Map.of("url", url));
  }

  /** The value of an expression as JSON has it; of a promise, what it becomes. */
  JsonNode value(String expression) {
    JsonNode answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    return answer.path("result").path("value");
  }

  /**
   * What a window of this size shows, as PNG of that height. The browser makes it small: to encode,
   * send and scale all of it costs six times as much.
   */
  byte[] picture(int width, int height, int shownHeight) throws IOException {
    double scale = (double) shownHeight / height;
    Map<String, ?> clip = Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", scale);
    return call(
            "Page.captureScreenshot",
            Map.of("format", "png", "optimizeForSpeed", true, "clip", clip))
        .get("data")
        .binaryValue();
  }

  /** What the console had to complain about, and what was thrown. */
  List<String> errors() {
    return errors;
  }

  private JsonNode call(String method, Map<String, ?> params) {
    int id = last.incrementAndGet();
    ObjectNode call = JSON.createObjectNode().put("id", id).put("method", method);
    call.set("params", JSON.valueToTree(params));
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    open.put(id, answer);
    socket.sendText(call.toString(), true).join();
    return answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    KilledProcess.kill(process);
  }

  /** Hears answers and complaints. */
  private final class Ear implements WebSocket.Listener {
    private final StringBuilder heard = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean whole) {
      heard.append(data);
      if (whole) {
        hear(heard.toString());
        heard.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void hear(String text) {
      JsonNode message;
      try {
        message = JSON.readTree(text);
      } catch (IOException e) {
        throw new IllegalStateException(text, e);
      }
      if (message.has("id")) {
        open.remove(message.get("id").intValue()).complete(message.path("result"));
      } else if (isComplaint(message)) {
        errors.add(message.get("params").toString());
      }
    }

    private boolean isComplaint(JsonNode message) {
      JsonNode params = message.path("params");
      return switch (message.path("method").asText()) {
        case "Runtime.exceptionThrown" -> true;
        case "Runtime.consoleAPICalled" -> params.path("type").asText().equals("error");
        case "Log.entryAdded" -> isComplaint(params.path("entry").path("text").asText(), params);
        default -> false;
      };
    }

    /** A slow machine's server may say that it is busy. The page has words for it. */
    private boolean isComplaint(String text, JsonNode params) {
      return params.path("entry").path("level").asText().equals("error")
          && !text.contains("a status of 429")
          && !text.contains("a status of 422");
    }
  }
}
