package dev.rota.lab.verbs.imports;

import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
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
abstract class ImportVerb implements Callable<Integer> {
  @ParentCommand private ImportCommand parent;
  @Mixin private ConnectionFlags connection;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "plain or gzipped")
  private Path file;

  @Option(names = "--limit", paramLabel = "N", description = "stop after so many records")
  private Long limit;

  private final String domain;

  ImportVerb(String domain) {
    this.domain = domain;
  }

  abstract String lane();

  /** Checks the flags before anything is done. */
  abstract void check(FlagValidator flags);

  abstract ImportReport run(Settings settings) throws IOException;

  @Override
  public final Integer call() throws IOException {
    FlagValidator flags = flags();
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

  final Domain domain() {
    return NameLookup.domain(domain);
  }

  final RootCommand root() {
    return parent.root();
  }

  final FlagValidator flags() {
    return new FlagValidator(spec);
  }

  final Path file() {
    return file;
  }
}
