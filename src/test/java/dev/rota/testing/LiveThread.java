package dev.rota.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * A thread of this process, virtual or not: {@link Thread#getAllStackTraces} has no virtual one.
 */
public record LiveThread(long id, String name) {
  /** All whose names begin so. */
  public static Set<LiveThread> named(String prefix) throws IOException {
    Path dir = Files.createTempDirectory("threads");
    Path dump = dir.resolve("dump.json");
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
      Set<LiveThread> threads = new HashSet<>();
      for (JsonNode container :
          new ObjectMapper().readTree(dump.toFile()).at("/threadDump/threadContainers")) {
        for (JsonNode thread : container.path("threads")) {
          if (thread.path("name").asText().startsWith(prefix)) {
            threads.add(new LiveThread(thread.path("tid").asLong(), thread.path("name").asText()));
          }
        }
      }
      return threads;
    } finally {
      Files.deleteIfExists(dump);
      Files.delete(dir);
    }
  }
}
