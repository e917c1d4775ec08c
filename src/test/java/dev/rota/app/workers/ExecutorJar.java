package dev.rota.app.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.DocBlock;
import dev.rota.executor.BatchExecutor;
import dev.rota.testing.Program;
import dev.rota.testing.ServiceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Executors as a user makes them: a class, compiled against the program, in a jar of its own. */
public final class ExecutorJar {
  /** Where a jar names its executors. */
  public static final String SERVICE = ServiceJar.file(BatchExecutor.class);

  private static final Pattern JAVA =
      Pattern.compile("package (\\S+);.*?class (\\S+)", Pattern.DOTALL);

  private ExecutorJar() {}

  /** The one that the documents show, word for word; it is called Counter. */
  public static Path documented(Path dir) throws IOException {
    DocBlock shown =
        DocBlock.of(Path.of("docs", "executors.md")).stream()
            .filter(block -> block.language().equals("java"))
            .findFirst()
            .orElseThrow();
    MatchResult found = JAVA.matcher(shown.text()).results().findFirst().orElseThrow();
    String type = found.group(1) + "." + found.group(2);
    return of(dir, found.group(2), shown.text(), type);
  }

  /**
   * Compiles a class and puts it into a jar of that name.
   *
   * @param service what stands in the services' file; null: there is none
   */
  static Path of(Path dir, String name, String source, String service) throws IOException {
    Path classes = Files.createDirectories(dir.resolve(name + "-classes"));
    Path file = Files.writeString(dir.resolve(name + ".java"), source);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                List.of("-cp", Program.classPath(), "-d", classes.toString(), file.toString())
                    .toArray(String[]::new));
    assertThat(failed).as("compiling %s", name).isZero();
    return jar(dir.resolve(name + ".jar"), classes, service);
  }

  /** A jar of these classes. */
  static Path jar(Path jar, Path classes, String service) throws IOException {
    return ServiceJar.write(jar, classes, List.of(""), BatchExecutor.class, service);
  }
}
