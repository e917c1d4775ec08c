package dev.rota.cli.imports;

import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Root;
import dev.rota.domain.Domain;
import dev.rota.settings.Settings;
import dev.rota.starknet.StarknetReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota import starknet}: transactions of a real chain for a pool of shards. */
@Command(
    name = "starknet",
    description = {
      "send transactions of Starknet, as lines of JSON, to a pool of shards",
      "",
      "Each contract is a shard; the block's number and time are the block environment. A"
          + " transaction adds 1 to a number of its contract's storage that is named as its type:"
          + " what it really did is not in the file. The import ends when every transaction is in"
          + " a block, or has failed or been refused."
    })
final class ImportStarknet implements Callable<Integer> {
  private static final String DOMAIN = "shards";

  @ParentCommand private ImportCommand parent;
  @Mixin private Connection connection;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the lines, plain or gzipped")
  private Path file;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      defaultValue = "starknet",
      description = "the lane; default: ${DEFAULT-VALUE}")
  private String pool;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "transactions per second; 0: as fast as they are taken, which is the default")
  private int rate;

  @Option(names = "--limit", paramLabel = "N", description = "stop after so many transactions")
  private Long limit;

  @Override
  public Integer call() throws IOException {
    Flags flags = new Flags(spec);
    flags.notNegative("--rate", rate);
    flags.notNegative("--limit", limit);
    flags.lane("--pool", pool);
    Root root = parent.root();
    Settings settings = connection.settings(root);
    Domain<?, ?, ?> domain = Catalogue.domain(DOMAIN);
    try (InputStream in = ImportCommand.open(file);
        StarknetReader lines = new StarknetReader(in);
        LivePool live = new LivePool(root, settings, domain, pool, rate)) {
      long unreadable = Intake.all(root, lines::next, lines::lineNumber, limit, live::send);
      PoolReport report = live.settle();
      root.report(report.json(unreadable), report.text(unreadable));
      return report.exit(unreadable).code();
    }
  }
}
