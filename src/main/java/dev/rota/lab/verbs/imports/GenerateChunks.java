package dev.rota.lab.verbs.imports;

import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.lines.LineWriter;
import dev.rota.base.text.TimeParser;
import dev.rota.lab.sqd.MadeNetwork;
import dev.rota.lab.sqd.MadeNetworkShape;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota generate chunks}: sends a network of storage workers of any size. */
@Command(
    name = "chunks",
    description = {
      "print a network of storage workers: its policy, a ping of each worker, a listing of all its"
          + " chunks",
      "",
      "Equal flags print equal bytes. The listing is of as many records as it takes, and counts"
          + " when all of them are there. Datasets have weights 1, 2, 3 and 12 and unlike shares of"
          + " the chunks; a chunk has 50 to 300 MiB. By default it is a hundredth of a network of 1"
          + " 000 000 chunks and 2 000 workers. A last ping, a second later, shows 'rota simulate'"
          + " that the time for a generation has come; for 'rota produce' say --start now, or"
          + " workers that pinged long ago are taken for gone."
    })
final class GenerateChunks implements Callable<Integer> {
  private static final int WORKERS_MAX = 65_535;
  private static final int DATASETS_MAX = 10_000;
  private static final long CAPACITY_MAX = 1L << 60; // as a ping may say
  private static final int MINUTES_MAX = 1_000_000;

  @ParentCommand private GenerateCommand parent;
  @Spec private CommandSpec spec;

  @Mixin private ListingFlags listing;

  @Option(
      names = "--chunks",
      paramLabel = "N",
      defaultValue = "10000",
      description = "in all; default: ${DEFAULT-VALUE}")
  private int chunks;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "20",
      description = "default: ${DEFAULT-VALUE}")
  private int workers;

  @Option(
      names = "--datasets",
      paramLabel = "N",
      defaultValue = "10",
      description = "default: ${DEFAULT-VALUE}")
  private int datasets;

  @Option(
      names = "--capacity",
      paramLabel = "BYTES",
      defaultValue = "644245094400",
      description = "of a worker; default: ${DEFAULT-VALUE}, which is 600 GiB")
  private long capacity;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "of names and sizes; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--start",
      paramLabel = "TIME",
      defaultValue = "1700000000000",
      description =
          "the time of the first line, such as now or 2026-01-31; default: ${DEFAULT-VALUE}")
  private String start;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "0",
      description = "every worker pings each minute for so long, after the listing; default: 0")
  private int minutes;

  @Override
  public Integer call() throws IOException {
    RootCommand root = parent.root();
    MadeNetwork made = new MadeNetwork(shape());
    LineWriter lines = new LineWriter(root.console().out());
    try (ProgressDisplay progress = new ProgressDisplay(root, "chunks")) {
      while (made.hasNext()) {
        lines.write(made.next());
        progress.at(made.listed());
      }
      lines.flush();
    }
    return ExitCode.OK.code();
  }

  private MadeNetworkShape shape() {
    FlagValidator flags = new FlagValidator(spec);
    listing.check(flags);
    flags.within("--chunks", chunks, 0, MadeNetwork.CHUNKS_MAX);
    flags.within("--workers", workers, 1, WORKERS_MAX);
    flags.within("--datasets", datasets, 1, DATASETS_MAX);
    flags.within("--minutes", minutes, 0, MINUTES_MAX);
    flags.within("--capacity", capacity, 1, CAPACITY_MAX);
    MadeNetworkShape shape =
        new MadeNetworkShape(
            listing.network(),
            chunks,
            workers,
            datasets,
            capacity,
            listing.batch(),
            listing.replace(),
            seed,
            startMillis(flags),
            minutes);
    if (shape.parts() > MadeNetwork.PARTS_MAX) {
      throw flags.usage(
          "--batch is %d: the listing has %d records then; expected at most %d"
              .formatted(listing.batch(), shape.parts(), MadeNetwork.PARTS_MAX));
    }
    return shape;
  }

  private long startMillis(FlagValidator flags) {
    try {
      long millis = TimeParser.millis(start, Instant.now());
      flags.notNegative("--start", millis);
      return millis;
    } catch (DateTimeException _) {
      throw flags.usage("--start is '" + start + "'; expected now, " + TimeParser.EXAMPLES);
    }
  }
}
