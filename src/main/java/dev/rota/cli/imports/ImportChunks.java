package dev.rota.cli.imports;

import dev.rota.cli.cluster.Connection;
import dev.rota.cli.console.Catalogue;
import dev.rota.cli.console.Root;
import dev.rota.settings.Settings;
import dev.rota.sqd.ChunkReader;
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

/** {@code rota import chunks}: a list of chunks for a network of storage workers. */
@Command(
    name = "chunks",
    description = {
      "list chunks, as lines of JSON, to a network of storage workers",
      "",
      "A line: {\"dataset\":\"s3://…\",\"chunk\":\"…\",\"bytes\":123}. 'id' may stand for 'chunk' and"
          + " 'size' for 'bytes'; other fields are passed over. All lines are one listing, of as"
          + " many records as it takes: no generation has a part of it. The import ends when it is"
          + " complete, and the generation is made that has it. Lines that cannot be read are told,"
          + " the others are listed."
    })
final class ImportChunks implements Callable<Integer> {
  private static final String DOMAIN = "chunks";

  @ParentCommand private ImportCommand parent;
  @Mixin private Connection connection;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the lines, plain or gzipped")
  private Path file;

  @Option(
      names = "--network",
      paramLabel = "NAME",
      defaultValue = "sqd",
      description = "the lane; default: ${DEFAULT-VALUE}")
  private String network;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1000",
      description = "chunks of a record, at most; default: ${DEFAULT-VALUE}")
  private int batch;

  @Option(
      names = "--replace",
      description = "chunks of the datasets that the file does not name go")
  private boolean replace;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "chunks per second; 0: as fast as they are taken, which is the default")
  private int rate;

  @Option(names = "--limit", paramLabel = "N", description = "stop after so many chunks")
  private Long limit;

  @Override
  public Integer call() throws IOException {
    Flags flags = new Flags(spec);
    flags.within("--batch", batch, 1, LiveNetwork.BATCH_MAX);
    flags.notNegative("--rate", rate);
    flags.notNegative("--limit", limit);
    flags.lane("--network", network);
    Root root = parent.root();
    Settings settings = connection.kafka(root);
    try (InputStream in = ImportCommand.open(file);
        ChunkReader lines = new ChunkReader(in);
        LiveNetwork live =
            new LiveNetwork(
                root, settings, Catalogue.domain(DOMAIN), network, replace, batch, rate)) {
      long unreadable = Intake.all(root, lines::next, lines::lineNumber, limit, live::send);
      ListingsReport report = new ListingsReport(live.settle(), unreadable);
      root.report(report.json(), report.text());
      return report.exit().code();
    }
  }
}
