package dev.rota.app.run;

import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.executor.AccountMachine;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags for executors of shards in this process. */
final class ExecutorFlags {
  /** Names for shell completion. */
  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Names() {
      super(List.of(AccountMachine.class.getSimpleName(), KnownSettings.NONE));
    }
  }

  @Option(
      names = "--executor",
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "class that executes shards, such as AccountMachine, a toy; default: none")
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

  SettingsSources to(SettingsSources sources) {
    return sources
        .flag("--executor", KnownSettings.EXECUTOR, executor)
        .flag("--executor-path", KnownSettings.EXECUTOR_PATH, path)
        .flag("--executor-pools", KnownSettings.EXECUTOR_POOLS, pools)
        .flag("--workers", KnownSettings.WORKERS, workers);
  }
}
