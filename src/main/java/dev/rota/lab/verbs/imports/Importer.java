package dev.rota.lab.verbs.imports;

import dev.rota.app.cluster.Connection;
import dev.rota.app.console.Catalogue;
import dev.rota.app.console.Flags;
import dev.rota.app.console.Root;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that sends a file to one lane of a domain. */
abstract class Importer implements Callable<Integer> {
  @ParentCommand private ImportCommand parent;
  @Mixin private Connection connection;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "plain or gzipped")
  private Path file;

  @Option(names = "--limit", paramLabel = "N", description = "stop after so many records")
  private Long limit;

  private final String domain;

  Importer(String domain) {
    this.domain = domain;
  }

  abstract String lane();

  /** Checks the flags before anything is done. */
  abstract void check(Flags flags);

  abstract ImportReport run(Settings settings) throws IOException;

  @Override
  public final Integer call() throws IOException {
    Flags flags = flags();
    flags.notNegative("--limit", limit);
    flags.lane("--" + domain().wire().laneField(), lane());
    check(flags);
    ImportReport report = run(connection.settings(root()));
    report.print(root());
    return report.exit().code();
  }

  final <T> SkippingReader<T> open(SkippingReader.Format<T> format) throws IOException {
    return SkippingReader.open(root(), file, format, limit);
  }

  final LaneAddress address(Settings settings) {
    return new LaneAddress(root(), settings, domain(), lane());
  }

  final Domain<?, ?, ?> domain() {
    return Catalogue.domain(domain);
  }

  final Root root() {
    return parent.root();
  }

  final Flags flags() {
    return new Flags(spec);
  }

  final Path file() {
    return file;
  }
}
