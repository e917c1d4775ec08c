package dev.rota.testing.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each mutant in {@code src/test/mutants} is a mistake that somebody made or planted. The tests
 * must see it: {@code ./mvnw test -Dtest=MutantsTest -Dgroups=mutants -Drota.test.excludedGroups=}
 * tries all of them, {@code -Drota.mutants=REGEX} those whose names match.
 */
final class MutantsTest {
  /** A test that never ends has seen nothing. */
  private static final long MINUTES_MAX = 10;

  /** Some wait most of their time. */
  private static final int AT_ONCE = 2;

  private static final int LIES_MIN = 80;

  /** Waits for what a mutant keeps from coming end sooner than those of other tests. */
  private static final String PATIENCE = "-Drota.patience.seconds=90";

  @Test
  void eachMutantFitsTodaysSources() throws IOException {
    assertThat(Mutant.all())
        .isNotEmpty()
        .allSatisfy(
            mutant -> {
              assertThat(mutant.mutatedSource()).isNotEqualTo(Files.readString(mutant.source()));
              assertThat(Class.forName(mutant.testClass(), false, getClass().getClassLoader()))
                  .isNotNull();
            });
  }

  @Tag("mutants")
  @TestFactory
  Stream<DynamicTest> aTestSees(@TempDir Path folder) throws IOException {
    return dying(Pattern.compile(System.getProperty("rota.mutants", "")), folder);
  }

  /** What explains a decision may contradict the rule in a number, a name, an order or a time. */
  @Tag("lies")
  @TestFactory
  Stream<DynamicTest> aTestSeesEachLieAboutAReason(@TempDir Path folder) throws IOException {
    List<DynamicTest> lies = dying(Pattern.compile("^why-"), folder).toList();
    assertThat(lies).hasSizeGreaterThan(LIES_MIN);
    return lies.stream();
  }

  private static Stream<DynamicTest> dying(Pattern some, Path folder) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE, MutantsTest::daemon);
    List<DynamicTest> tests = new ArrayList<>();
    for (Mutant mutant : Mutant.all()) {
      if (some.matcher(mutant.name()).find()) {
        Future<Integer> code = pool.submit(() -> run(mutant, compiled(mutant, folder)));
        tests.add(
            DynamicTest.dynamicTest(
                mutant.name() + ": " + mutant.breaks(),
                () ->
                    assertThat(code.get())
                        .as("exit code of %s; 1: the test has failed", mutant.test())
                        .isEqualTo(MutantTestRun.FAILED)));
      }
    }
    pool.shutdown();
    return tests.stream();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "mutants");
    thread.setDaemon(true);
    return thread;
  }

  private static Path compiled(Mutant mutant, Path folder) throws IOException {
    Path classes = Files.createDirectory(folder.resolve(mutant.name()));
    Path source = classes.resolveSibling(mutant.name() + "-source");
    Files.createDirectory(source);
    Path file =
        Files.writeString(source.resolve(mutant.source().getFileName()), mutant.mutatedSource());
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-nowarn",
                "-parameters",
                "-proc:none",
                "-cp",
                Program.classPath(),
                "-d",
                classes.toString(),
                file.toString());
    assertThat(failed).as("%s compiles", mutant.name()).isZero();
    return classes;
  }

  private static int run(Mutant mutant, Path classes) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(Program.testJvm("-Xmx1g", PATIENCE));
    int path = words.indexOf("-cp") + 1;
    words.set(path, classes + File.pathSeparator + words.get(path));
    words.add(MutantTestRun.class.getName());
    words.add(mutant.test());
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES))
          .as("%s ends", mutant.test())
          .isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
