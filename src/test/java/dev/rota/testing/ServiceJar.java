package dev.rota.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.domain.Domain;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Jars of others, which name what they provide. */
public final class ServiceJar {
  private ServiceJar() {}

  /**
   * Writes a jar.
   *
   * @param classes a folder of classes
   * @param below the folders and files of it that are taken
   * @param provider the class that the jar names; null: it names none
   */
  public static Path write(
      Path jar, Path classes, List<String> below, Class<?> service, String provider)
      throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (String folder : below) {
        try (Stream<Path> all = Files.walk(classes.resolve(folder))) {
          for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
            out.putNextEntry(new JarEntry(classes.relativize(one).toString()));
            Files.copy(one, out);
          }
        }
      }
      if (provider != null) {
        out.putNextEntry(new JarEntry(file(service)));
        out.write(provider.getBytes(UTF_8));
      }
    }
    return jar;
  }

  /** Where a jar names the providers of a service. */
  public static String file(Class<?> service) {
    return "META-INF/services/" + service.getName();
  }

  /**
   * The example's domain, as a jar with its records.
   *
   * @param provider the class that the jar names; null: it names none
   */
  public static Path ofAlarms(Path jar, String provider) throws IOException {
    try {
      Path classes =
          Path.of(AlarmDomain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      List<String> below = List.of("dev/rota/alarms", "dev/rota/testing/PoisonedAlarms.class");
      return write(jar, classes, below, Domain.class, provider);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
