package dev.rota.app.run;

import dev.rota.app.workers.ExecutorCatalogue;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The flags for executors of shards in this process. */
public final class ExecutorFlags {
  /** Names for shell completion. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(ExecutorCatalogue.toys().stream(), Stream.of(KnownSettings.NONE))
          .iterator();
    }
  }

  @Option(
      names = "--executor",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "class that executes shards, such as the lab's AccountMachine; default: none")
  private String executor;

  @Option(
      names = "--executor-path",
      paramLabel = "JARS",
      description = "its jar, or a directory of jars; more with commas")
  private String path;

  @Option(
      names = "--executor-pools",
      paramLabel = "NAMES",
      description = "pools that it executes, with commas; default: all")
  private String pools;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "threads that execute shards; 0: none; default: one per core")
  private Integer workers;

  /** Adds what was given. */
  public SettingsSources to(SettingsSources sources) {
    return sources
        .flag("--executor", KnownSettings.EXECUTOR, executor)
        .flag("--executor-path", KnownSettings.EXECUTOR_PATH, path)
        .flag("--executor-pools", KnownSettings.EXECUTOR_POOLS, pools)
        .flag("--workers", KnownSettings.WORKERS, workers);
  }
}
