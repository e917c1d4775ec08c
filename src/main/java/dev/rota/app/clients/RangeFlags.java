package dev.rota.app.clients;

import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.FlagValidator;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags that say which records of topics are meant; without any, all. */
public final class RangeFlags {
  @Option(
      names = {"-k", "--key"},
      paramLabel = "KEY",
      completionCandidates = CompletionWords.Asked.class,
      description = "only records with this key")
  private String key;

  @Option(
      names = "--from",
      paramLabel = "POSITION",
      converter = RangeBound.Reader.class,
      description = "first offset or time: epoch milliseconds, ISO 8601, or PT1H before now")
  private RangeBound from;

  @Option(
      names = "--to",
      paramLabel = "POSITION",
      converter = RangeBound.Reader.class,
      description = "last offset or time, exclusive")
  private RangeBound to;

  @Option(names = "--limit", paramLabel = "N", description = "stop after N records")
  private Long limit;

  /** Checks the flags, and returns the range that they name. */
  public RecordRange range(FlagValidator flags) {
    RecordRange range =
        new RecordRange(
            Optional.ofNullable(from), Optional.ofNullable(to), Optional.ofNullable(key));
    if (range.isBackwards()) {
      throw flags.usage("--from is after --to");
    }
    flags.notNegative("--limit", limit);
    return range;
  }

  /** Returns true if no flag is given. */
  public boolean isAll() {
    return key == null && from == null && to == null && limit == null;
  }

  /** The key; null: any. */
  public String key() {
    return key;
  }

  /** Returns true if one more than so many is wanted. */
  public boolean wantsMoreThan(long count) {
    return limit == null || count < limit;
  }
}
