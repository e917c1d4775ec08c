package dev.rota.cli.answers;

import dev.rota.domain.BadArgument;
import dev.rota.domain.FleetChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The flags that change a fleet. */
final class FleetFlags {
  private static final Pattern FORM = Pattern.compile("([a-z]+):(.+?)(?:=like:(.+))?");

  @Option(
      names = "--add",
      paramLabel = "KIND:NAME[=like:OTHER]",
      description =
          "adds to the fleet: bot:NAME, bots:N, worker:NAME, workers:N or cores:N; it behaves like"
              + " OTHER")
  private List<String> added = List.of();

  @Option(
      names = "--remove",
      paramLabel = "KIND:NAME",
      description = "removes from the fleet, likewise")
  private List<String> removed = List.of();

  @Option(
      names = "--priority",
      paramLabel = "JOB=PRIORITY",
      description = "a job of bots has another priority; lower goes first")
  private Map<String, String> priorities = Map.of();

  /** In the order of the command line, what is added first. */
  List<FleetChange> changes() {
    List<FleetChange> changes = new ArrayList<>();
    added.forEach(text -> changes.add(change(true, text)));
    removed.forEach(text -> changes.add(change(false, text)));
    priorities.forEach((job, to) -> changes.add(FleetChange.priority(job, to)));
    return changes;
  }

  private static FleetChange change(boolean add, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || !add && form.group(3) != null) {
      throw new BadArgument(
          "'" + text + "' is not of the form KIND:NAME" + (add ? "[=like:OTHER]" : ""));
    }
    return new FleetChange(add, form.group(1), form.group(2), form.group(3));
  }
}
