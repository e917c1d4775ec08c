package dev.rota;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.Console;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.RootCommand;
import dev.rota.base.files.JarPath;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Runs a command with domains of others. Their jars are behind the program's own on a class path
 * that all of the program is loaded from: Kafka and Avro find classes by name, and would not find
 * those of a class loader beside their own.
 */
final class DomainPathLauncher {
  private static final String VARIABLE = "ROTA_DOMAIN_PATH";
  private static final String SERVICE = "META-INF/services/dev.rota.kernel.domain.Domain";

  private DomainPathLauncher() {}

  /** The jars that the flag names, or else the variable; empty: none. */
  static List<Path> places(String[] args, Map<String, String> variables) {
    String named = variables.getOrDefault(VARIABLE, "");
    for (int i = 0; i < args.length; i++) {
      if (args[i].startsWith(RootCommand.DOMAIN_PATH + "=")) {
        named = args[i].substring(RootCommand.DOMAIN_PATH.length() + 1);
      } else if (args[i].equals(RootCommand.DOMAIN_PATH) && i + 1 < args.length) {
        named = args[i + 1];
      }
    }
    return Stream.of(named.split(",", -1))
        .filter(place -> !place.isBlank())
        .map(place -> Path.of(place.strip()))
        .toList();
  }

  /** Runs the command and returns its exit code. */
  static int run(String[] args, List<Path> places) throws ReflectiveOperationException {
    try {
      ClassLoader program = program(places);
      Thread.currentThread().setContextClassLoader(program);
      Object exit =
          program
              .loadClass("dev.rota.app.Main")
              .getMethod("run", String[].class)
              .invoke(null, (Object) args);
      return (int) exit;
    } catch (CommandFailure e) {
      return FailureTranslator.print(e, root(args, Console.ofProcess()));
    }
  }

  /** The flags that all verbs share: the form of an error is one. */
  static RootCommand root(String[] args, Console console) {
    RootCommand root = new RootCommand(console);
    CommandLine line = new CommandLine(root).setCaseInsensitiveEnumValuesAllowed(true);
    line.getCommandSpec().parser().collectErrors(true); // the verb, and its own flags
    line.parseArgs(args);
    return root;
  }

  /** The program and the domains of these places, which fit together. */
  static ClassLoader program(List<Path> places) {
    try {
      URL[] others = JarPath.urls(places);
      try (URLClassLoader alone = new URLClassLoader(others, null)) {
        if (alone.findResource(SERVICE) == null) {
          throw unfit("there is no domain in it: no jar lists a class in " + SERVICE);
        }
      }
      List<URL> all = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        all.add(Path.of(entry).toUri().toURL());
      }
      all.addAll(List.of(others));
      ClassLoader program =
          new URLClassLoader(all.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
      Class.forName("dev.rota.domains.Domains", true, program);
      return program;
    } catch (IOException e) {
      throw unfit(e.getMessage());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } catch (ExceptionInInitializerError e) {
      throw unfit(e.getCause().getMessage());
    } catch (LinkageError | ServiceConfigurationError e) {
      throw unfit("a domain does not fit this release: " + e);
    }
  }

  private static CommandFailure unfit(String why) {
    return new CommandFailure(
        ExitCode.CONFIGURATION, "the domain path", why, "see 'Adding a domain' in CONTRIBUTING.md");
  }
}
