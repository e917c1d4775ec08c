package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.fetch.HttpFetcher;
import dev.rota.base.http.HttpAnswer;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Another process, which decides the capsules that are sent here. A valid history may need any
 * amount of memory, and so may a question about it. Beyond a stated heap that ends this other
 * process alone, and not the one that decides or follows. It is started with the first capsule.
 */
final class CapsuleProcess implements AutoCloseable {
  /** What the largest capsule needs as {@link OpenCapsules} reckons, and what a JVM needs. */
  static final int HEAP_MIB = 768;

  /** A server has eight threads: most of them are for those who ask about something else. */
  private static final int AT_ONCE = 3;

  private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
  private static final Duration STANDING_MAX = Duration.ofSeconds(2);
  private static final int BYTES_MAX = 1 << 26;
  private static final int TOKEN_BYTES = 16;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SENT = List.of("If-None-Match", "Accept");
  private static final List<String> RETURNED = List.of("ETag", "Cache-Control", "Retry-After");

  /** What libraries may do and how deep rules may call is the same; an archive saves time. */
  private static final List<String> PASSED_ON =
      List.of("--", "-Xss", "-XX:ThreadStackSize", "-Xshare", "-XX:SharedArchiveFile", "-Xlog:cds");

  private final int heapMib;
  private final Semaphore asking = new Semaphore(AT_ONCE);
  private final Semaphore looking = new Semaphore(1);
  private final Map<String, List<ObjectNode>> last = new ConcurrentHashMap<>();
  private volatile Child child;

  /** A process that was started. */
  private record Child(
      Process process, String url, String token, HttpFetcher answers, HttpFetcher standing) {}

  /**
   * Starts nothing yet.
   *
   * @param heapMib its largest heap, in MiB
   */
  CapsuleProcess(int heapMib) {
    this.heapMib = heapMib;
  }

  /** Opens a capsule. */
  HttpReply post(HttpCall call) {
    return ask(running(), call, call.target());
  }

  private synchronized Child running() {
    if (child == null || !child.process.isAlive()) {
      last.clear();
      child = start();
    }
    return child;
  }

  private Child start() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    try {
      Process started =
          new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      started.getOutputStream().write((token + "\n").getBytes(UTF_8));
      started.getOutputStream().flush();
      BufferedReader said = started.inputReader(UTF_8);
      String url = said.readLine();
      if (url == null) {
        throw new IOException("it has ended");
      }
      return new Child(
          started,
          url,
          token,
          HttpFetcher.within(ANSWER_MAX, BYTES_MAX),
          HttpFetcher.within(STANDING_MAX, BYTES_MAX));
    } catch (IOException e) {
      throw new ProblemDetails.Refused(
          new ProblemDetails(
              503,
              "no process for capsules can be started",
              String.valueOf(e.getMessage()),
              "ask 'rota follow --from FILE'"));
    }
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> PASSED_ON.stream().anyMatch(flag::startsWith))
        .forEach(command::add);
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Xmx" + heapMib + "m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(CapsuleServer.class.getName());
    return command;
  }

  /** Returns true if a domain of this name is there, if anywhere. */
  boolean answers(String domain) {
    return child != null && domain.contains("@");
  }

  /** Answers as the process does. */
  HttpAnswer answer(HttpCall call) {
    Child asked = child;
    return CapsuleFeed.isFor(call)
        ? CapsuleFeed.of(call, target -> ask(asked, call, target))
        : ask(asked, call, call.target());
  }

  private HttpReply ask(Child asked, HttpCall call, String target) {
    if (!asking.tryAcquire()) {
      throw ProblemDetails.busy("others ask about capsules");
    }
    try {
      HttpRequest.Builder request =
          request(asked, target).method(call.method(), BodyPublishers.ofByteArray(call.body()));
      SENT.stream()
          .filter(name -> call.headers().apply(name) != null)
          .forEach(name -> request.header(name, call.headers().apply(name)));
      return reply(asked.answers.send(request.build()));
    } catch (IOException e) {
      throw new ProblemDetails.Refused(lost(asked, e));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw ProblemDetails.busy("this server ends");
    } finally {
      asking.release();
    }
  }

  private static HttpRequest.Builder request(Child asked, String target) {
    return HttpRequest.newBuilder(URI.create(asked.url + target))
        .header("Authorization", "Bearer " + asked.token);
  }

  private static HttpReply reply(HttpResponse<byte[]> answer) {
    Map<String, String> headers = new LinkedHashMap<>();
    RETURNED.forEach(
        name -> answer.headers().firstValue(name).ifPresent(value -> headers.put(name, value)));
    String type = answer.headers().firstValue("Content-Type").orElse(ServedRoute.JSON);
    return new HttpReply(answer.statusCode(), type, answer.body(), headers);
  }

  private ProblemDetails lost(Child asked, IOException e) {
    return hasEnded(asked)
        ? new ProblemDetails(
            410,
            "gone",
            ("the process of the capsules has ended (exit code %d). 3: what one of them needs does"
                    + " not fit into %d MiB of memory")
                .formatted(asked.process.exitValue(), heapMib),
            "ask 'rota follow --from FILE', which takes the memory that it needs")
        : new ProblemDetails(
            503,
            "the process of the capsules does not answer",
            String.valueOf(e.getMessage()),
            "retry in a second");
  }

  /** A connection may break a moment before. */
  private static boolean hasEnded(Child asked) {
    try {
      return asked.process.waitFor(1, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * How its capsules stand: the list {@code domains} of its answer at this path. If it does not
   * answer, what it said last, and why.
   */
  List<ObjectNode> domains(String path) {
    Child asked = child;
    if (asked == null || !looking.tryAcquire()) {
      return last.getOrDefault(path, List.of());
    }
    try {
      List<ObjectNode> all = new ArrayList<>();
      JsonNode told = JSON.readTree(asked.standing.send(request(asked, path).build()).body());
      told.path("domains").forEach(one -> all.add((ObjectNode) one));
      last.put(path, all);
      return all;
    } catch (IOException e) {
      String trouble = lost(asked, e).detail();
      return last.getOrDefault(path, List.of()).stream()
          .map(one -> one.deepCopy().put("proved", false).put("trouble", trouble))
          .toList();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      looking.release();
    }
  }

  @Override
  public synchronized void close() {
    if (child != null) {
      child.process.destroyForcibly();
      try {
        child.process.waitFor();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt(); // it ends all the same
      }
    }
  }
}
