package dev.rota.cli;

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
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code rota simulate}: the engine alone. */
@Command(
    name = "simulate",
    description = {
      "the engine alone, offline: envelope lines in, decisions out",
      "A line {\"query\":…,\"key\":…,\"args\":…} asks the engine and prints its answer."
    })
final class Simulate implements Callable<Integer> {
  private static final int LINE_BYTES_MAX = 8 << 20;
  private static final long TOLD_MAX = 100;

  @ParentCommand private Root root;

  @Parameters(paramLabel = "DOMAIN", description = "such as cores")
  private String domain;

  @Option(names = "--file", paramLabel = "FILE", description = "lines; default: standard input")
  private Path file;

  @Option(names = "--ledger", description = "print the ledger's entries too")
  private boolean ledger;

  @Override
  public Integer call() throws IOException {
    return run(Catalogue.domain(domain));
  }

  private <S extends State, I, F extends Fact<S>> int run(Domain<S, I, F> chosen)
      throws IOException {
    LineWriter out = new LineWriter(root.console().out());
    Simulation<S, I, F> simulation = new Simulation<>(chosen, out, ledger);
    long refused = 0;
    try (InputStream in = file == null ? root.console().in() : Files.newInputStream(file);
        LineReader lines = new LineReader(in, new LineParser(), LINE_BYTES_MAX)) {
      boolean more = true;
      while (more) {
        try {
          Optional<Line> line = lines.next();
          more = line.isPresent();
          if (more) {
            take(simulation, line.get());
          }
        } catch (BadLine bad) {
          refused++;
          if (refused <= TOLD_MAX) {
            root.console().note("line " + lines.number() + ": " + bad.getMessage());
          } else if (refused == TOLD_MAX + 1) {
            root.console().note("more lines are refused; not told one by one");
          }
        }
        if (in.available() == 0) {
          out.flush(); // whoever waits for an answer gets it before the next question
        }
      }
    }
    out.flush();
    if (refused > 0) {
      root.console()
          .note(
              refused + (refused == 1 ? " line was" : " lines were") + " refused, the rest taken");
    }
    return (refused > 0 ? Exit.USAGE : Exit.OK).code();
  }

  private static void take(Simulation<?, ?, ?> simulation, Line line) throws IOException {
    if (line instanceof Query query) {
      simulation.answer(query);
    } else if (line instanceof Envelope envelope) {
      simulation.take(envelope);
    }
  }
}
