package dev.rota.lab.verbs.simulate;

import dev.rota.app.console.BytesOption;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.LineRefusal;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RefusedLines;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.InputLine;
import dev.rota.base.lines.LineParser;
import dev.rota.base.lines.LineReader;
import dev.rota.base.lines.LineWriter;
import dev.rota.base.lines.QueryLine;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.simulate.SimulationPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota simulate}: runs a domain's engine offline. */
@Command(
    name = "simulate",
    description = {
      "run a domain's engine offline: JSON lines in, decisions out",
      "",
      "A line {\"query\":…,\"key\":…,\"args\":…} asks the engine and prints its answer.",
      "A record without a timestamp has that of the line before it; the first has 0.",
      "--seed generates the input in virtual time and checks every turn. If a check "
          + "fails, the exit code is 1 and a command that reproduces the failure is printed."
    },
    subcommands = SimulateRoad.class)
public final class SimulateCommand implements Callable<Integer> {
  private static final int LINE_BYTES_MAX = 8 << 20;
  private static final int HOURS_MAX = 10_000_000;

  @ParentCommand private RootCommand root;

  /** Null: another command follows, or it is missing. */
  @Parameters(
      paramLabel = "DOMAIN",
      arity = "0..1",
      completionCandidates = CompletionWords.OfDomains.class,
      description = "a domain, such as cores")
  private String domain;

  @Option(names = "--file", paramLabel = "FILE", description = "JSON lines; default: stdin")
  private Path file;

  @Option(names = "--ledger", description = "also print the ledger's entries")
  private boolean ledger;

  @Option(
      names = "--export",
      paramLabel = "FILE",
      description =
          "write the ledger to this file instead of printing decisions; why, forecast and whatif"
              + " read it with --from")
  private Path export;

  @Option(names = "--check", description = "check every turn instead of printing its decisions")
  private boolean check;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "generate the domain's traffic; the same seed gives the same history")
  private Long seed;

  @Option(
      names = "--hours",
      paramLabel = "H",
      description = "hours of each lane, in virtual time; default: 1")
  private Double hours;

  @Option(names = "--lanes", paramLabel = "L", description = "number of lanes; default: 1")
  private Integer lanes;

  @Option(
      names = "--hostile",
      description = {
        "inject faults: oversized records, garbage, duplicates, clocks that are wrong, "
            + "policies that switch, lanes that are reopened, owners that are frozen; says what "
            + "became of each"
      })
  private boolean hostile;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "write the history as lines; a failing history is shrunk first")
  private Path save;

  @Mixin private BytesOption bytes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (domain == null) {
      throw usage("Missing required parameter: 'DOMAIN'");
    }
    Domain chosen = NameLookup.domain(domain);
    if (seed != null) {
      return seeded(chosen);
    }
    if (hours != null || lanes != null || hostile || save != null) {
      throw usage("--hours, --lanes, --hostile and --save need --seed: add --seed 1");
    }
    return check ? checked(chosen) : run(chosen);
  }

  RootCommand root() {
    return root;
  }

  private int seeded(Domain chosen) throws Exception {
    if (file != null || ledger || export != null) {
      throw usage("--seed generates its own lines: omit --file, --ledger and --export");
    }
    SimulationPlan plan =
        new SimulationPlan(seed, hours == null ? 1 : hours, lanes == null ? 1 : lanes, hostile);
    if (!(plan.hours() > 0 && plan.hours() <= HOURS_MAX) || plan.lanes() < 1) {
      throw usage("--hours must be more than 0 and at most " + HOURS_MAX + ", --lanes at least 1");
    }
    return SimulatedRun.seeded(root, chosen, plan, save).run();
  }

  private int checked(Domain chosen) throws Exception {
    if (ledger || export != null) {
      throw usage("--check prints no entries: omit --ledger and --export");
    }
    try (InputStream in = file == null ? root.console().in() : Files.newInputStream(file);
        LineReader lines = new LineReader(in, new LineParser(), LINE_BYTES_MAX)) {
      return SimulatedRun.ofLines(root, chosen, lines, file).run();
    }
  }

  private ParameterException usage(String why) {
    return new FlagValidator(spec).usage(why);
  }

  private int run(Domain chosen) throws IOException {
    LineWriter out = new LineWriter(root.console().out(), bytes.form(root));
    OfflineLedger kept = export == null ? null : new OfflineLedger(chosen.name());
    LineSimulation simulation = new LineSimulation(chosen, out, ledger, kept);
    RefusedLines refused = new RefusedLines(root);
    ExitCode exit = ExitCode.OK;
    long taken = 0;
    try (InputStream in = file == null ? root.console().in() : Files.newInputStream(file);
        LineReader lines = new LineReader(in, new LineParser(), LINE_BYTES_MAX)) {
      boolean more = true;
      while (more) {
        try {
          Optional<InputLine> line = lines.next();
          more = line.isPresent();
          if (more) {
            take(simulation, line.get());
            taken++;
          }
        } catch (BadLine bad) {
          refused.tell(lines.number(), bad.getMessage());
          exit = ExitCode.USAGE;
        } catch (LineRefusal unfound) {
          refused.tell(lines.number(), unfound.getMessage());
          exit = exit == ExitCode.OK ? unfound.exit() : exit;
        }
        if (in.available() == 0) {
          out.flush(); // interactive users see the answer before the next query
        }
      }
    }
    out.flush();
    if (kept != null) {
      export(kept, simulation.lanes());
    }
    sum(taken, refused.count(), simulation.timeless());
    return exit.code();
  }

  /** The file is for the first lane by name; --key names another one. */
  private void export(OfflineLedger kept, List<String> lanes) throws IOException {
    if (lanes.isEmpty()) {
      throw new CommandFailure(
          ExitCode.USAGE, "--export " + export, "no turn was taken", "pass lines that are taken");
    }
    kept.export(lanes.get(0), export);
  }

  /** Notes what the output does not show. */
  private void sum(long taken, long refused, long timeless) {
    List<String> said = new ArrayList<>();
    if (refused > 0) {
      said.add(
          refused
              + (refused == 1 ? " line was" : " lines were")
              + " refused, the others were processed");
    }
    if (timeless > 0) {
      said.add(
          timeless
              + (timeless == 1 ? " record has" : " records have")
              + " no timestamp: the line before gives it, the first has 0");
    }
    if (taken + refused == 0) {
      said.add(nothing(file));
    }
    if (!said.isEmpty()) {
      root.note(String.join("; ", said));
    }
  }

  static String nothing(Path file) {
    return (file == null ? "no input lines" : file + " has no lines") + ": nothing was decided";
  }

  private static void take(LineSimulation simulation, InputLine line) throws IOException {
    switch (line) {
      case QueryLine query -> simulation.answer(query);
      case Envelope envelope -> simulation.take(envelope);
    }
  }
}
