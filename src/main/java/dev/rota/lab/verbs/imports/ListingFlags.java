package dev.rota.lab.verbs.imports;

import dev.rota.app.console.FlagValidator;
import picocli.CommandLine.Option;

/** The flags of a chunk listing. */
final class ListingFlags {
  private static final int BATCH_MAX = 10_000;

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
      description = "chunks that the listed datasets had before, and the listing has not, go")
  private boolean replace;

  void check(FlagValidator flags) {
    flags.within("--batch", batch, 1, BATCH_MAX);
    flags.lane("--network", network);
  }

  String network() {
    return network;
  }

  int batch() {
    return batch;
  }

  boolean replace() {
    return replace;
  }
}
