package dev.rota.app.workers;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.files.JarPath;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.executor.BatchExecutor;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Finds executors by name, among built-in ones and those in jars. A jar lists its classes in {@code
 * META-INF/services/dev.rota.executor.BatchExecutor}.
 */
public final class ExecutorCatalogue {
  private static final String SERVICE = BatchExecutor.class.getName();
  private static final String TOYS = "dev.rota.lab.";

  private ExecutorCatalogue() {}

  /**
   * Creates an executor. No other one is instantiated.
   *
   * @param name of its class, with or without package
   * @param places jars, or directories with jars
   * @throws UnfitExecutor if it does not exist or cannot be loaded
   */
  public static BatchExecutor named(String name, List<Path> places) {
    ClassLoader loader = loader(places);
    try {
      return meant(name, all(loader, places)).get();
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new UnfitExecutor(e.getMessage(), e);
    }
  }

  /** The executors that come with the program, which are toys. */
  public static List<String> toys() {
    return names(
        ServiceLoader.load(BatchExecutor.class, own()).stream()
            .filter(one -> isToy(one.type()))
            .toList());
  }

  public static boolean isToy(BatchExecutor executor) {
    return isToy(executor.getClass());
  }

  /** A jar of others may be in the program's own loader too: that of a domain is. */
  private static boolean isToy(Class<?> type) {
    return type.getPackageName().startsWith(TOYS);
  }

  /** The program's own classes take precedence. */
  private static ClassLoader loader(List<Path> places) {
    try {
      return places.isEmpty() ? own() : new URLClassLoader(JarPath.urls(places), own());
    } catch (IOException e) {
      throw new UnfitExecutor(e.getMessage(), e.getCause());
    }
  }

  private static ClassLoader own() {
    return ExecutorCatalogue.class.getClassLoader();
  }

  private static List<String> names(List<ServiceLoader.Provider<BatchExecutor>> all) {
    return all.stream().map(one -> one.type().getSimpleName()).sorted().toList();
  }

  private static List<ServiceLoader.Provider<BatchExecutor>> all(
      ClassLoader loader, List<Path> places) {
    List<ServiceLoader.Provider<BatchExecutor>> all =
        ServiceLoader.load(BatchExecutor.class, loader).stream().toList();
    if (!places.isEmpty() && all.stream().noneMatch(one -> isFrom(loader, one))) {
      throw new UnfitExecutor(
          "there is no executor in "
              + String.join(", ", places.stream().map(Path::toString).toList())
              + ": no jar lists a class in META-INF/services/"
              + SERVICE);
    }
    return all;
  }

  private static boolean isFrom(ClassLoader loader, ServiceLoader.Provider<BatchExecutor> one) {
    return one.type().getClassLoader() == loader;
  }

  private static ServiceLoader.Provider<BatchExecutor> meant(
      String name, List<ServiceLoader.Provider<BatchExecutor>> all) {
    List<ServiceLoader.Provider<BatchExecutor>> meant =
        all.stream().filter(one -> isCalled(one.type(), name)).toList();
    if (meant.isEmpty()) {
      List<String> names = names(all);
      throw new UnfitExecutor(
          "no executor is named '%s'%s; available: %s"
              .formatted(
                  name,
                  SpellingSuggestion.after(name, names),
                  names.isEmpty()
                      ? "none; the toy AccountMachine is in rota-lab.jar"
                      : String.join(", ", names)));
    }
    if (meant.size() > 1) {
      throw new UnfitExecutor(
          "'%s' is ambiguous; use one of: %s"
              .formatted(
                  name,
                  String.join(", ", meant.stream().map(one -> one.type().getName()).toList())));
    }
    return meant.get(0);
  }

  private static boolean isCalled(Class<?> type, String name) {
    return type.getSimpleName().equals(name) || type.getName().equals(name);
  }

  /** An executor does not exist or cannot be loaded. The message has the reason. */
  static final class UnfitExecutor extends CommandFailure {
    private static final long serialVersionUID = 1L;

    UnfitExecutor(String message) {
      this(message, null);
    }

    UnfitExecutor(String message, Throwable cause) {
      super(
          ExitCode.CONFIGURATION,
          "the executor",
          withRoot(message, cause),
          "see docs/executors.md",
          cause);
    }
  }
}
