package dev.rota.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.workers.ExecutorCatalogue;
import dev.rota.base.settings.EffectiveValue;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.client.ServedPools;
import dev.rota.executor.BatchExecutor;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.LaneKey;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An executor in this process and its pools. None runs unless requested: if the wrong machine
 * executes a transaction, the result is final.
 *
 * @param name suffix of its worker's name
 */
public record HostedExecutor(String name, BatchExecutor executor, int threads, ServedPools pools) {
  private static final String SHARDS = "shards";
  private static final String ALL = "all";

  /**
   * Returns the executor of the settings.
   *
   * @param domains domains of this process; without shards there is no executor
   */
  public static List<HostedExecutor> of(List<Domain> domains, Settings settings) {
    return of(domains, settings, null, _ -> List.of());
  }

  /**
   * Returns the executor of the settings, and a toy for the pools of a demonstration.
   *
   * @param toy null: there is no demonstration
   * @param demo the demonstration's pools; the toy executes only these unless the settings name it
   */
  public static List<HostedExecutor> of(
      List<Domain> domains,
      Settings settings,
      BatchExecutor toy,
      Function<Domain, List<String>> demo) {
    return shards(domains)
        .map(shards -> of(settings, toy, Set.copyOf(demo.apply(shards))))
        .orElse(List.of());
  }

  private static Optional<Domain> shards(List<Domain> domains) {
    return domains.stream().filter(one -> one.name().equals(SHARDS)).findFirst();
  }

  private static List<HostedExecutor> of(Settings settings, BatchExecutor toy, Set<String> demo) {
    List<HostedExecutor> all = new ArrayList<>(2);
    int threads = settings.number(KnownSettings.WORKERS);
    String name = settings.text(KnownSettings.EXECUTOR);
    Set<String> asked = pools(settings);
    if (name.equals(KnownSettings.NONE)) {
      checkIdle(settings, demo.isEmpty());
    } else {
      BatchExecutor executor = ExecutorCatalogue.named(name, path(settings));
      ServedPools pools = asked.isEmpty() ? ServedPools.allBut(demo) : ServedPools.only(asked);
      all.add(new HostedExecutor(executor.getClass().getSimpleName(), executor, threads, pools));
    }
    Set<String> toys = new TreeSet<>(demo);
    toys.removeAll(asked);
    if (!toys.isEmpty()) {
      all.add(new HostedExecutor("demo", toy, threads, ServedPools.only(toys)));
    }
    return threads == 0 ? List.of() : all;
  }

  /** Rejects settings without effect: the user would not notice the mistake. */
  private static void checkIdle(Settings settings, boolean alone) {
    String idle =
        Stream.of(KnownSettings.EXECUTOR_PATH, KnownSettings.EXECUTOR_POOLS, KnownSettings.WORKERS)
            .filter(name -> alone || !name.equals(KnownSettings.WORKERS))
            .flatMap(name -> settings.find(name).stream())
            .filter(value -> !value.isDefault() && !value.text().equals("0"))
            .map(HostedExecutor::told)
            .collect(Collectors.joining(", "));
    if (!idle.isEmpty()) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "nothing would be executed",
          idle + ", but no executor is named",
          "name one with --executor" + example() + "; or leave that out, for workers of yours");
    }
  }

  /** A toy that is here; empty: the lab's jar is absent. */
  private static String example() {
    return ExecutorCatalogue.toys().stream()
        .findFirst()
        .map(toy -> ", such as " + toy + ", a toy")
        .orElse("");
  }

  private static String told(EffectiveValue value) {
    return value.source() + ": '" + value.name() + "' is '" + value.shown() + "'";
  }

  private static List<Path> path(Settings settings) {
    List<Path> places = new ArrayList<>();
    for (String place : settings.list(KnownSettings.EXECUTOR_PATH)) {
      try {
        places.add(Path.of(place));
      } catch (InvalidPathException e) {
        throw bad(settings, KnownSettings.EXECUTOR_PATH, e.getMessage());
      }
    }
    return places;
  }

  /** Returns the pools. Empty: all. */
  private static Set<String> pools(Settings settings) {
    Set<String> pools = new TreeSet<>(settings.list(KnownSettings.EXECUTOR_POOLS));
    for (String pool : pools) {
      if (!LaneKey.isLane(pool.getBytes(UTF_8))) {
        throw bad(
            settings,
            KnownSettings.EXECUTOR_POOLS,
            "'" + pool + "' does not match " + LaneKey.GRAMMAR);
      }
    }
    if (pools.isEmpty()) {
      throw bad(settings, KnownSettings.EXECUTOR_POOLS, "it names no pool, nor all");
    }
    return pools.contains(ALL) ? Set.of() : pools;
  }

  private static CommandFailure bad(Settings settings, String name, String why) {
    return new CommandFailure(
        ExitCode.CONFIGURATION,
        "the settings cannot be used",
        settings.origin(name) + ": '" + name + "': " + why,
        "correct it; 'rota config show --origin' shows where each value comes from");
  }

  /** Returns one or two lines that say which executor serves which pools. */
  public static List<String> told(List<Domain> domains, List<HostedExecutor> all) {
    if (shards(domains).isEmpty()) {
      return List.of();
    }
    if (all.isEmpty()) {
      return List.of(
          "nothing executes transactions here: they wait for workers of yours,",
          "or for --executor NAME" + example());
    }
    List<String> lines = new ArrayList<>();
    for (HostedExecutor one : all) {
      String toy = ExecutorCatalogue.isToy(one.executor) ? ", a toy," : "";
      lines.add(one.executor.getClass().getSimpleName() + toy + " executes " + one.pools);
    }
    if (all.stream().allMatch(one -> one.pools.only())) {
      lines.add("other pools wait for workers of yours, or for --executor NAME");
    }
    return lines;
  }
}
