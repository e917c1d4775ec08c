package dev.rota.serving.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The page's modules that know no document, without a browser: each exported function is a test.
 */
class PageModulesTest {
  private static final Path FOLDER = Path.of("src/test/page");
  private static final Context ENGINE =
      Context.newBuilder("js")
          .allowIO(IOAccess.ALL)
          .allowExperimentalOptions(true)
          .option("engine.WarnInterpreterOnly", "false")
          .option("js.esm-eval-returns-exports", "true")
          .option("js.ecmascript-version", "2023")
          .option("js.intl-402", "true")
          .option("js.timezone", "America/New_York")
          .build();

  @AfterAll
  static void close() {
    ENGINE.close();
  }

  @TestFactory
  List<DynamicNode> eachModuleDoesWhatItsTestsSay() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<DynamicNode> all =
          files
              .filter(file -> file.toString().endsWith(".test.mjs"))
              .sorted()
              .map(PageModulesTest::testsOf)
              .toList();
      assertThat(all).as("modules with tests").isNotEmpty();
      return all;
    }
  }

  /** A browser would show nothing at all. */
  @Test
  void eachModuleParses() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/resources/page"))) {
      List<Path> modules = files.filter(file -> file.toString().endsWith(".js")).sorted().toList();
      assertThat(modules).isNotEmpty();
      synchronized (ENGINE) {
        for (Path module : modules) {
          assertThatCode(() -> ENGINE.parse(source(module)))
              .as(module.toString())
              .doesNotThrowAnyException();
        }
      }
    }
  }

  private static DynamicNode testsOf(Path file) {
    Value exports = read(file);
    List<String> names =
        exports.getMemberKeys().stream()
            .filter(name -> exports.getMember(name).canExecute())
            .toList();
    assertThat(names).as("tests of %s", file).isNotEmpty();
    return dynamicContainer(
        file.getFileName().toString(),
        names.stream().map(name -> dynamicTest(name, () -> run(exports, name))));
  }

  private static Value read(Path file) {
    try {
      return ENGINE.eval(source(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Source source(Path module) throws IOException {
    return Source.newBuilder("js", module.toFile())
        .mimeType("application/javascript+module")
        .build();
  }

  /** One thread at a time may run in an engine. What a test awaits is over when it returns. */
  private static void run(Value exports, String name) {
    synchronized (ENGINE) {
      Value result = exports.invokeMember(name);
      if (!result.canInvokeMember("then")) {
        return;
      }
      List<String> ended = new ArrayList<>();
      ProxyExecutable well = _ -> ended.add("");
      ProxyExecutable failed = values -> ended.add(values[0].toString());
      result.invokeMember("then", well, failed);
      assertThat(ended).as("the test is over, and how").containsExactly("");
    }
  }
}
