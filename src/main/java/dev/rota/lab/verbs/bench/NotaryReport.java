package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.NotaryBench;
import dev.rota.lab.bench.NotaryBench.Pass;
import dev.rota.lab.embedded.DataDir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of {@code rota bench notary}: the median pass. */
record NotaryReport(int turns, Pass median) {
  private static final int SIGNED_EVERY = 10_000;

  /** Runs so many passes after one that warms up. */
  static NotaryReport of(int turns, int rounds) throws IOException {
    NotaryBench bench = new NotaryBench(turns);
    List<Pass> passes = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      try (DataDir dir = DataDir.open(null)) {
        Path log = dir.notary();
        Pass pass = bench.pass(log, SIGNED_EVERY);
        if (round > 0) {
          passes.add(pass);
        }
      }
    }
    passes.sort(Comparator.comparingDouble(Pass::ratio));
    return new NotaryReport(turns, passes.get(passes.size() / 2));
  }

  void print(RootCommand root) throws IOException {
    root.report(json(), List.of(text()));
  }

  private String text() {
    return String.format(
        Locale.ROOT,
        "notary, %d turns: %.0f leaves/s a core, %.2f of only hashing the records (%.0f/s);"
            + " %.0f/s with files forced to this disk",
        turns,
        median.leavesPerSecond(),
        median.ratio(),
        median.hashedPerSecond(),
        median.wallPerSecond());
  }

  private String json() throws JsonProcessingException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", "notary");
    raw.put("turns", turns);
    raw.put("median", median);
    raw.put("ratio", median.ratio());
    return new ObjectMapper().writeValueAsString(raw);
  }
}
