package dev.rota.lab.workers;

import dev.rota.base.text.SpellingSuggestion;
import dev.rota.executor.BatchExecutor;
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

  private ExecutorCatalogue() {}

  /**
   * Creates an executor. No other one is instantiated.
   *
   * @param name of its class, with or without package
   * @param places jars, or directories with jars
   * @throws UnfitExecutor if it does not exist or cannot be loaded
   */
  public static BatchExecutor named(String name, List<Path> places) {
    ClassLoader loader = ExecutorPath.loader(places);
    try {
      return meant(name, all(loader, places)).get();
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new UnfitExecutor(e.getMessage(), e);
    }
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
      List<String> names = all.stream().map(one -> one.type().getSimpleName()).sorted().toList();
      throw new UnfitExecutor(
          "no executor is named '%s'%s; available: %s"
              .formatted(name, SpellingSuggestion.after(name, names), String.join(", ", names)));
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
}
