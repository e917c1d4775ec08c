package dev.rota.serving.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.http.HttpCall;
import dev.rota.base.http.HttpReply;
import dev.rota.readers.capsule.Capsule;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.logs.ExportedLogs.BadExport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Capsules that were sent here: each is replayed, and answered from until others come. Where
 * domains are followed, a process of its own has them.
 */
final class OpenCapsules implements AutoCloseable {
  static final String PATH = "/v1/capsules";
  static final int BYTES_MAX = 1 << 25;
  private static final int MOST = 4;

  /** What reading one and holding its lanes needs, per byte. */
  private static final int MULTIPLE = 20;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}");
  private static final String USUAL = "capsule.rota";

  private final Map<String, LiveDomain> open = new LinkedHashMap<>();
  private final LongSupplier freeBytes;
  private final CapsuleProcess process;

  /** Those that are sent are decided in this process, which has nothing else to do. */
  OpenCapsules() {
    this(OpenCapsules::freeBytes, null);
  }

  /** Those that are sent are decided by another process. */
  OpenCapsules(CapsuleProcess process) {
    this(OpenCapsules::freeBytes, process);
  }

  /**
   * None are open.
   *
   * @param freeBytes of memory
   * @param process null: this one decides them
   */
  OpenCapsules(LongSupplier freeBytes, CapsuleProcess process) {
    this.freeBytes = freeBytes;
    this.process = process;
  }

  private static long freeBytes() {
    Runtime vm = Runtime.getRuntime();
    return vm.maxMemory() - vm.totalMemory() + vm.freeMemory();
  }

  ServedRoute route() {
    return ServedRoute.posted(
        PATH,
        "opens a capsule: its lanes are answered from below the domain that is returned",
        this::post,
        RouteParameter.text("name", "the file's name; default: " + USUAL));
  }

  private HttpReply post(HttpCall call) {
    String name = call.query().getOrDefault("name", USUAL);
    if (!NAME.matcher(name).matches()) {
      throw ProblemDetails.bad(
          "name is '" + name + "'", "pass letters, digits and ._-, 60 at most");
    }
    return process == null ? open(name, call) : process.post(call);
  }

  private record Opened(String domain, String lane) {}

  private HttpReply open(String name, HttpCall call) {
    if (freeBytes.getAsLong() < (long) MULTIPLE * call.body().length) {
      throw ProblemDetails.busy(
          "this process has not enough memory for a capsule of %d bytes: ask 'rota follow --from FILE'"
              .formatted(call.body().length));
    }
    try {
      Capsule capsule = Capsule.read(new ByteArrayInputStream(call.body()));
      String domain = capsule.domain() + "@" + name;
      add(domain, capsule.follow());
      return JsonAnswers.reply(
          201, new Opened(domain, capsule.lane()), Map.of("Cache-Control", "no-store"));
    } catch (BadExport | IllegalArgumentException e) {
      throw ProblemDetails.bad(
          "it is no capsule: " + e.getMessage(), "send what 'rota capsule' wrote");
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
  }

  /** One of the same name is replaced; the oldest makes room. */
  void add(String name, LiveDomain one) {
    LiveDomain gone;
    synchronized (this) {
      gone = open.remove(name);
      if (gone == null && open.size() == MOST) {
        Iterator<LiveDomain> oldest = open.values().iterator();
        gone = oldest.next();
        oldest.remove();
      }
      open.put(name, one);
    }
    if (gone != null) {
      gone.close();
    }
  }

  synchronized Map<String, LiveDomain> all() {
    return new LinkedHashMap<>(open);
  }

  /** The other process, if it may have a domain of this name. */
  Optional<CapsuleProcess> beside(String domain) {
    return Optional.ofNullable(process).filter(one -> one.answers(domain));
  }

  /** What the other process says of those that it has, in its list {@code domains} at a path. */
  List<ObjectNode> domains(String path) {
    return process == null ? List.of() : process.domains(path);
  }

  @Override
  public void close() {
    all().values().forEach(LiveDomain::close);
    if (process != null) {
      process.close();
    }
  }
}
