package dev.rota.lab.verbs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.lab.bench.RestartBench;
import dev.rota.lab.bench.RestartLoss;
import dev.rota.lab.bench.RestartResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code rota bench restart}: starts a task over and over, each time with more of it lost. */
record RestartRun(RootCommand root) {
  ExitCode on(RestartBench bench) throws IOException {
    long inputs = ProgressDisplay.of(root, "decided", bench::fill);
    say("%d inputs in one lane", inputs);
    List<RestartResult> all = new ArrayList<>();
    for (RestartLoss lost : RestartLoss.values()) {
      root.note("restart, lost: " + words(lost) + " …");
      RestartResult restart = bench.restart(lost);
      all.add(restart);
      say(
          "lost: %-20s ready after %5.1f s, %4.1f s of it with its rows there; %d turns"
              + " replayed, %d rows rebuilt%s",
          words(lost),
          restart.seconds(),
          restart.openingSeconds(),
          restart.turnsAgain(),
          restart.rowsRebuilt(),
          restart.rowsRebuilt() == 0
              ? ""
              : String.format(
                  Locale.ROOT, ", in the changelog after %.1f s", restart.wholeSeconds()));
    }
    double audited = ProgressDisplay.of(root, "audited", bench::audit);
    say("audit: PROVED, %.0f turns/s", audited);
    if (root.json()) {
      Map<String, Object> raw = new LinkedHashMap<>();
      raw.put("bench", "restart");
      raw.put("inputs", inputs);
      raw.put("restarts", all);
      raw.put("proved", true);
      raw.put("auditedPerSecond", audited);
      root.console().line(new ObjectMapper().writeValueAsString(raw));
    }
    return ExitCode.OK;
  }

  private static String words(RestartLoss lost) {
    return lost.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void say(String format, Object... arguments) throws IOException {
    if (!root.json()) {
      root.console().line(String.format(Locale.ROOT, format, arguments));
      root.console().out().flush();
    }
  }
}
