package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.RootCommand;
import dev.rota.base.actions.ActionUsers;
import dev.rota.lab.bench.builds.ActionsBench;
import dev.rota.lab.bench.builds.ActionsBench.Pass;
import dev.rota.lab.bench.builds.ActionsBench.Side;
import dev.rota.lab.embedded.DataDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The result of {@code rota bench actions}: of each side the median pass. */
record ActionsReport(int actions, int inputs, List<Pass> medians) {
  /** Runs all sides in alternation, after a round that warms up. */
  static ActionsReport of(int actions, int inputs, int rounds) throws IOException {
    Map<Side, List<Pass>> passes = new LinkedHashMap<>();
    Path place = ActionUsers.opened(Files.createTempDirectory("rota-actions-"));
    try (DataDir dir = new DataDir(place, false);
        ActionsBench bench = new ActionsBench(dir.path(), actions, inputs)) {
      for (int round = 0; round <= rounds; round++) {
        for (Side side : ActionsBench.sides()) {
          Pass pass = bench.pass(side);
          if (round > 0) {
            passes.computeIfAbsent(side, _ -> new ArrayList<>()).add(pass);
          }
        }
      }
    }
    return new ActionsReport(
        actions, inputs, passes.values().stream().map(ActionsReport::median).toList());
  }

  private static Pass median(List<Pass> passes) {
    return passes.stream()
        .sorted(Comparator.comparingDouble(Pass::inputsPerSecond))
        .toList()
        .get(passes.size() / 2);
  }

  void print(RootCommand root) throws IOException {
    List<String> lines = new ArrayList<>(medians.stream().map(this::text).toList());
    if (!ActionUsers.isRoot()) {
      lines.add("links and users: not measured, as only root can run actions as other users");
    }
    root.report(json(), lines);
  }

  private double ratio(Pass pass) {
    return pass.inputsPerSecond() / medians.get(0).inputsPerSecond();
  }

  private String text(Pass pass) {
    return String.format(
        Locale.ROOT,
        "%d actions of %d inputs, %s: %.0f inputs/s, %.1f MB/s, %.2f of bare links",
        actions,
        inputs,
        pass.side().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        pass.inputsPerSecond(),
        pass.bytesPerSecond() / 1e6,
        ratio(pass));
  }

  private String json() throws JsonProcessingException {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("bench", "actions");
    raw.put("actions", actions);
    raw.put("inputs", inputs);
    raw.put("medians", medians);
    raw.put("ratios", medians.stream().map(this::ratio).toList());
    return new ObjectMapper().writeValueAsString(raw);
  }
}
