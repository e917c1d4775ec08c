package dev.rota.testing.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.rota.testing.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
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
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** A narrow one takes a second or two. */
  private static final Duration LONGEST_OF_A_LIE = Duration.ofMinutes(1);

  /** Some wait most of their time. */
  private static final int AT_ONCE = 2;

  private static final Pattern LIES = Pattern.compile("^(?:why|lie)-");
  private static final int REASONS_MIN = 80;
  private static final int LIES_MIN = 40;
  private static final int ROAD_MIN = 30;

  /** Waits for what a mutant keeps from coming end sooner than those of other tests. */
  private static final String PATIENCE = "-Drota.patience.seconds=90";

  /** A bug of the road has so many histories to show itself, in each domain. */
  private static final String HISTORIES = "-Drota.road.seeds=100";

  @Test
  void eachMutantFitsTodaysSources() throws IOException {
    assertThat(Mutant.all())
        .isNotEmpty()
        .allSatisfy(
            mutant -> {
              assertThat(mutant.mutatedSource()).isNotEqualTo(Files.readString(mutant.source()));
              assertThat(Class.forName(mutant.testClass(), false, getClass().getClassLoader()))
                  .isNotNull();
              if (mutant.test().contains("#")) {
                assertThat(selectMethod(mutant.test()).getJavaMethod()).isNotNull();
              }
            });
  }

  @Tag("mutants")
  @TestFactory
  Stream<DynamicTest> aTestSees(@TempDir Path folder) throws IOException {
    Pattern some = Pattern.compile(System.getProperty("rota.mutants", ""));
    // A test of a whole cluster may see it in that what it waits for does not come.
    return dying(some, folder, LONGEST, false, MutantTestRun.FAILED, MutantTestRun.BROKEN);
  }

  /** What explains a decision may contradict the rule in a number, a name, an order or a time. */
  @Tag("lies")
  @TestFactory
  Stream<DynamicTest> aTestSeesEachLieAboutAReason(@TempDir Path folder) throws IOException {
    return lies("^why-", REASONS_MIN, folder, LONGEST, MutantTestRun.FAILED, MutantTestRun.BROKEN);
  }

  /**
   * What a front door, a bot, a storage, a backup or a doctor says may be almost true. A test sees
   * that in what is said: not in that it waits, or does not work.
   */
  @Tag("lies")
  @TestFactory
  Stream<DynamicTest> aNarrowTestSeesEachLieSoon(@TempDir Path folder) throws IOException {
    return lies("^lie-", LIES_MIN, folder, LONGEST_OF_A_LIE, MutantTestRun.FAILED);
  }

  /** What a task keeps, restores, copies or replays may be almost right. */
  @Tag("lies")
  @TestFactory
  Stream<DynamicTest> theModelOfTheRoadFindsEachBug(@TempDir Path folder) throws IOException {
    return lies("^road-", ROAD_MIN, folder, LONGEST_OF_A_LIE, MutantTestRun.FAILED);
  }

  /** Else a test that fails wherever it shares a process would see every lie. */
  @Tag("lies")
  @Test
  void eachTestOfALiePassesWithoutIt(@TempDir Path unchanged) throws Exception {
    MutantProcess process = new MutantProcess(true);
    List<String> tests =
        Mutant.all().stream()
            .filter(mutant -> LIES.matcher(mutant.name()).find())
            .map(Mutant::test)
            .distinct()
            .toList();
    for (String test : tests) {
      assertThat(process.run(test, unchanged, LONGEST)).as(test).isEqualTo(MutantTestRun.PASSED);
    }
  }

  /** They share processes: there are many, and each has a test of a few seconds. */
  private static Stream<DynamicTest> lies(
      String named, int least, Path folder, Duration longest, Integer... codes) throws IOException {
    List<DynamicTest> lies = dying(Pattern.compile(named), folder, longest, true, codes).toList();
    assertThat(lies).hasSizeGreaterThanOrEqualTo(least);
    return lies.stream();
  }

  private static Stream<DynamicTest> dying(
      Pattern some, Path folder, Duration longest, boolean isShared, Integer... codes)
      throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE, MutantsTest::daemon);
    BlockingQueue<MutantProcess> idle = new LinkedBlockingQueue<>();
    for (int i = 0; i < AT_ONCE; i++) {
      idle.add(new MutantProcess(isShared));
    }
    List<DynamicTest> tests = new ArrayList<>();
    for (Mutant mutant : Mutant.all()) {
      if (some.matcher(mutant.name()).find()) {
        Future<Integer> code =
            pool.submit(
                () -> {
                  Path classes = compiled(mutant, folder);
                  MutantProcess process = idle.take();
                  try {
                    return process.run(mutant.test(), classes, longest);
                  } finally {
                    idle.add(process);
                  }
                });
        tests.add(
            DynamicTest.dynamicTest(
                mutant.name() + ": " + mutant.breaks(),
                () ->
                    assertThat(code.get())
                        .as("what became of %s; 1: the test has failed", mutant.test())
                        .isIn(List.of(codes))));
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

  /** Runs tests, and starts anew after one that never ends, or if each has a process of its own. */
  private static final class MutantProcess {
    private final boolean isShared;
    private Process process;

    MutantProcess(boolean isShared) {
      this.isShared = isShared;
    }

    int run(String test, Path classes, Duration longest) throws Exception {
      if (process == null) {
        process = start();
      }
      boolean isSound = false;
      try {
        process.outputWriter().write(classes + "\n" + test + "\n");
        process.outputWriter().flush();
        String code =
            CompletableFuture.supplyAsync(this::line, work -> daemon(work).start())
                .get(longest.toSeconds(), TimeUnit.SECONDS);
        isSound = isShared;
        return Integer.parseInt(code);
      } finally {
        if (!isSound) {
          process.destroyForcibly();
          process = null;
        }
      }
    }

    private static Process start() throws IOException {
      List<String> words = new ArrayList<>(Program.testJvm("-Xmx1g", PATIENCE, HISTORIES));
      words.add(MutantTestRun.class.getName());
      // It ends by itself as soon as nobody can tell it to go on.
      return new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private String line() {
      try {
        return process.inputReader().readLine();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
