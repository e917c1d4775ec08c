package dev.rota.app;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.VerbProvider;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The verbs of the lab: what a laptop and a measurement need. They are in a jar of their own, which
 * lies beside the program's and is named by its manifest. Operators leave it out.
 *
 * @param types the verbs' classes by name
 * @param absent why there are none; null: there are
 */
record LabVerbs(Map<String, Class<?>> types, String absent) {
  private static final String JAR = "rota-lab.jar";
  private static final String LIBRARIES = "lib-lab";

  static final LabVerbs HERE = found(LabVerbs.class.getClassLoader(), place());

  /** Finds them, unless their jar is of another release or lacks its libraries. */
  static LabVerbs found(ClassLoader loader, Path program) {
    Path jar = program.resolveSibling(JAR);
    Path libraries = program.resolveSibling(LIBRARIES);
    String own = release(LabVerbs.class);
    Map<String, Class<?>> types = new HashMap<>();
    for (VerbProvider lab : ServiceLoader.load(VerbProvider.class, loader)) {
      String release = release(lab.getClass());
      if (own != null && !own.equals(release)) {
        return new LabVerbs(Map.of(), jar + " is of release " + release + ", this is " + own);
      }
      if (release != null && !Files.isDirectory(libraries)) {
        return new LabVerbs(Map.of(), "its libraries are absent: there is no " + libraries);
      }
      lab.verbs().forEach(verb -> types.put(verb.getAnnotation(Command.class).name(), verb));
    }
    return new LabVerbs(types, types.isEmpty() ? "there is no " + jar : null);
  }

  /** As the manifest of its jar has it; null: classes of its package are in a folder. */
  private static String release(Class<?> type) {
    return type.getPackage().getImplementationVersion();
  }

  /** The jar of the program, or the folder of its classes. */
  private static Path place() {
    try {
      return Path.of(LabVerbs.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The verb; where its jar is absent, one that says so. */
  Object command(String name) {
    return types.containsKey(name) ? types.get(name) : absent(name);
  }

  private CommandLine absent(String name) {
    CommandLine verb = new CommandLine(new AbsentVerb(name, absent));
    verb.getCommandSpec().name(name);
    return verb.setUnmatchedArgumentsAllowed(true);
  }

  /** Whatever it is asked, it says where the verb is. */
  @Command(description = "of the lab: " + JAR + " is absent, or does not fit")
  private record AbsentVerb(String name, String why) implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "'rota " + name + "' is in " + JAR,
          why,
          "put %s and %s/ of this release beside rota.jar; in a checkout, ./rota builds them"
              .formatted(JAR, LIBRARIES));
    }
  }
}
