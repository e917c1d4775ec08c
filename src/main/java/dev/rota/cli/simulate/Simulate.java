package dev.rota.cli.simulate;

import dev.rota.cli.console.BytesOption;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Flags;
import dev.rota.cli.console.Refused;
import dev.rota.cli.console.RefusedLines;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Words;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.lines.BadLine;
import dev.rota.lines.Envelope;
import dev.rota.lines.Line;
import dev.rota.lines.LineParser;
import dev.rota.lines.LineReader;
import dev.rota.lines.LineWriter;
import dev.rota.lines.Query;
import dev.rota.simulate.Plan;
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

/** {@code rota simulate}: the engine alone. */
@Command(
    name = "simulate",
    description = {
      "the engine alone, offline: envelope lines in, decisions out",
      "A line {\"query\":…,\"key\":…,\"args\":…} asks the engine and prints its answer.",
      "A record without a timestamp is as of the line before it, the first one as of 0.",
      "With --seed it makes its own lines, in virtual time, and checks every turn; ends with 1",
      "and the one command that repeats it when something is not as it should be."
    })
public final class Simulate implements Callable<Integer> {
  private static final int LINE_BYTES_MAX = 8 << 20;
  private static final int HOURS_MAX = 10_000_000;

  @ParentCommand private Root root;

  @Parameters(
      paramLabel = "DOMAIN",
      completionCandidates = Words.OfDomains.class,
      description = "such as cores")
  private String domain;

  @Option(names = "--file", paramLabel = "FILE", description = "lines; default: standard input")
  private Path file;

  @Option(names = "--ledger", description = "print the ledger's entries too")
  private boolean ledger;

  @Option(names = "--check", description = "check every turn instead of printing what it decides")
  private boolean check;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "simulate the domain's own traffic; equal seeds make equal histories")
  private Long seed;

  @Option(
      names = "--hours",
      paramLabel = "H",
      description = "of each lane, in virtual time; default: 1")
  private Double hours;

  @Option(names = "--lanes", paramLabel = "L", description = "side by side; default: 1")
  private Integer lanes;

  @Option(
      names = "--hostile",
      description = "everything that can go wrong does: nonsense, duplicates, jumping clocks, …")
  private boolean hostile;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "write the history as lines: what is left of a failing one, else all of it")
  private Path save;

  @Mixin private BytesOption bytes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Domain<?, ?, ?> chosen = Catalogue.domain(domain);
    if (seed != null) {
      return seeded(chosen);
    }
    if (hours != null || lanes != null || hostile || save != null) {
      throw usage("--hours, --lanes, --hostile and --save go with --seed: add --seed 1");
    }
    return check ? checked(chosen) : run(chosen);
  }

  private int seeded(Domain<?, ?, ?> chosen) throws Exception {
    if (file != null || ledger) {
      throw usage("--seed makes its own lines: leave out --file and --ledger");
    }
    Plan plan = new Plan(seed, hours == null ? 1 : hours, lanes == null ? 1 : lanes, hostile);
    if (!(plan.hours() > 0 && plan.hours() <= HOURS_MAX) || plan.lanes() < 1) {
      throw usage("--hours is more than 0, at most " + HOURS_MAX + ", and --lanes at least 1");
    }
    return SimulatedRun.seeded(root, chosen, plan, save).run();
  }

  private int checked(Domain<?, ?, ?> chosen) throws Exception {
    if (ledger) {
      throw usage("--check prints no entries: leave out --ledger");
    }
    try (InputStream in = file == null ? root.console().in() : Files.newInputStream(file);
        LineReader lines = new LineReader(in, new LineParser(), LINE_BYTES_MAX)) {
      return SimulatedRun.ofLines(root, chosen, lines, file).run();
    }
  }

  private ParameterException usage(String why) {
    return new Flags(spec).usage(why);
  }

  private <S extends State, I, F extends Fact<S>> int run(Domain<S, I, F> chosen)
      throws IOException {
    LineWriter out = new LineWriter(root.console().out(), bytes.form(root));
    Simulation<S, I, F> simulation = new Simulation<>(chosen, out, ledger);
    RefusedLines refused = new RefusedLines(root);
    Exit exit = Exit.OK;
    long taken = 0;
    try (InputStream in = file == null ? root.console().in() : Files.newInputStream(file);
        LineReader lines = new LineReader(in, new LineParser(), LINE_BYTES_MAX)) {
      boolean more = true;
      while (more) {
        try {
          Optional<Line> line = lines.next();
          more = line.isPresent();
          if (more) {
            take(simulation, line.get());
            taken++;
          }
        } catch (BadLine bad) {
          refused.tell(lines.number(), bad.getMessage());
          exit = Exit.USAGE;
        } catch (Refused unfound) {
          refused.tell(lines.number(), unfound.getMessage());
          exit = exit == Exit.OK ? unfound.exit() : exit;
        }
        if (in.available() == 0) {
          out.flush(); // whoever waits for an answer gets it before the next question
        }
      }
    }
    out.flush();
    sum(taken, refused.count(), simulation.timeless());
    return exit.code();
  }

  /** What people would else not see in the output. */
  private void sum(long taken, long refused, long timeless) {
    List<String> said = new ArrayList<>();
    if (refused > 0) {
      said.add(refused + (refused == 1 ? " line was" : " lines were") + " refused, the rest taken");
    }
    if (timeless > 0) {
      said.add(
          timeless
              + (timeless == 1 ? " record has" : " records have")
              + " no timestamp: as of the line before, the first as of 0");
    }
    if (taken + refused == 0) {
      said.add(nothing(file));
    }
    if (!said.isEmpty()) {
      root.note(String.join("; ", said));
    }
  }

  /** What is said of no lines at all. */
  static String nothing(Path file) {
    return (file == null ? "no lines came in" : file + " has no lines") + ": nothing is decided";
  }

  private static void take(Simulation<?, ?, ?> simulation, Line line) throws IOException {
    if (line instanceof Query query) {
      simulation.answer(query);
    } else if (line instanceof Envelope envelope) {
      simulation.take(envelope);
    }
  }
}
