package dev.rota.app.workers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.app.workers.ExecutorCatalogue.UnfitExecutor;
import dev.rota.executor.Batch;
import dev.rota.executor.BatchExecutor;
import dev.rota.executor.Execution;
import dev.rota.executor.MerkleTrie;
import dev.rota.lab.toys.AccountMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors by their names, from the program and from jars. */
class ExecutorCatalogueTest {
  private static final String IDLE =
      """
      package %s;
      public final class %s implements dev.rota.executor.BatchExecutor {
        public %2$s() { %s }
        public dev.rota.executor.Execution execute(
            dev.rota.executor.Batch batch, dev.rota.executor.MerkleTrie parent) {
          return null;
        }
      }
      """;

  @TempDir private Path dir;

  private Path idle(String packages, String name, String constructor) throws IOException {
    String source = IDLE.formatted(packages, name, constructor);
    return ExecutorJar.of(
        Files.createDirectories(dir.resolve(packages)), name, source, packages + "." + name);
  }

  private static void unfit(String name, Path place, String... told) {
    List<Path> places = place == null ? List.of() : List.of(place);
    assertThatExceptionOfType(UnfitExecutor.class)
        .isThrownBy(() -> ExecutorCatalogue.named(name, places))
        .satisfies(e -> assertThat(e + ": " + Throwables.getRootCause(e)).contains(told));
  }

  @Test
  void theToyIsThereWithoutAnyJar() {
    assertThat(ExecutorCatalogue.named("AccountMachine", List.of()))
        .isInstanceOf(AccountMachine.class);
    assertThat(ExecutorCatalogue.named(AccountMachine.class.getName(), List.of()))
        .isInstanceOf(AccountMachine.class);
  }

  @Test
  void whatSharesTheProgramsLoaderIsNoToyForThat() {
    BatchExecutor other = (_, _) -> null;
    assertThat(other.getClass().getClassLoader()).isEqualTo(AccountMachine.class.getClassLoader());
    assertThat(ExecutorCatalogue.isToy(other)).isFalse();
    assertThat(ExecutorCatalogue.isToy(new AccountMachine())).isTrue();
  }

  @Test
  void theOneThatTheDocumentsShowExecutesABatch() throws Exception {
    Path jar = ExecutorJar.documented(dir);
    BatchExecutor counter = ExecutorCatalogue.named("Counter", List.of(jar));
    assertThat(ExecutorCatalogue.named("my.machine.Counter", List.of(dir)).getClass().getName())
        .as("by its directory, and with its package")
        .isEqualTo(counter.getClass().getName());
    Batch.Transaction one = new Batch.Transaction("t1", null, null, new byte[0]);
    Execution done = counter.execute(new Batch("A", 1, null, List.of(one, one)), MerkleTrie.EMPTY);
    assertThat(done.executed()).isEqualTo(2);
    assertThat(done.state().get("count")).asString(UTF_8).isEqualTo("2");
  }

  @Test
  void aNameThatNobodyHasIsToldWithThoseThatThereAre() throws IOException {
    unfit(
        "acountMachine",
        null,
        "no executor is named 'acountMachine'; did you mean"
            + " 'AccountMachine'?; available: AccountMachine");
    unfit("Nobody", ExecutorJar.documented(dir), "'Nobody'; available: AccountMachine, Counter");
  }

  @Test
  void ofTwoOfOneNameThePackageSaysWhich() throws IOException {
    List<Path> both = List.of(idle("one", "Twin", ""), idle("two", "Twin", ""));
    assertThatExceptionOfType(UnfitExecutor.class)
        .isThrownBy(() -> ExecutorCatalogue.named("Twin", both))
        .withMessage("the executor: 'Twin' is ambiguous; use one of: one.Twin, two.Twin");
    assertThat(ExecutorCatalogue.named("two.Twin", both).getClass().getName())
        .isEqualTo("two.Twin");
  }

  @Test
  void onlyTheOneThatIsNamedIsMade() throws IOException {
    Path other = idle("one", "Throws", "throw new IllegalStateException(\"no licence\");");
    List<Path> both = List.of(other, idle("two", "Idle", ""));
    assertThat(ExecutorCatalogue.named("Idle", both)).isNotNull();
    unfit("Throws", other, "one.Throws could not be instantiated", "no licence");
  }

  @Test
  void placesThatAreNoJarsAreTold() throws IOException {
    Path whole = ExecutorJar.documented(Files.createDirectories(dir.resolve("whole")));
    Path missing = dir.resolve("missing.jar");
    unfit("Counter", missing, missing + " does not exist");
    Path text = Files.writeString(dir.resolve("text.jar"), "no jar at all");
    unfit("Counter", text, text + " cannot be read as a jar", "zip");
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(dir.resolve("cut.jar"), Arrays.copyOf(bytes, bytes.length / 2));
    unfit("Counter", cut, cut + " cannot be read as a jar");
    Path empty = Files.createDirectories(dir.resolve("empty"));
    unfit("Counter", empty, "the directory " + empty + " has no jar");
  }

  @Test
  void aJarThatNamesNoExecutorIsTold() throws IOException {
    Path classes = dir.resolve("Counter-classes");
    ExecutorJar.documented(dir);
    Path silent = ExecutorJar.jar(dir.resolve("silent.jar"), classes, null);
    unfit("Counter", silent, "there is no executor in " + silent, ExecutorJar.SERVICE);
    unfit("AccountMachine", silent, "there is no executor in " + silent);
  }

  @Test
  void aClassThatCannotBeLoadedIsTold() throws IOException {
    Path classes = dir.resolve("Counter-classes");
    ExecutorJar.documented(dir);
    Path misspelt = ExecutorJar.jar(dir.resolve("misspelt.jar"), classes, "my.machine.Conter");
    unfit("Counter", misspelt, "my.machine.Conter not found");
    Path other = ExecutorJar.jar(dir.resolve("other.jar"), classes, "dev.rota.executor.Batch");
    unfit("Counter", other, "dev.rota.executor.Batch not a subtype");
    Path file = classes.resolve("my/machine/Counter.class");
    byte[] newer = Files.readAllBytes(file);
    newer[7] = 99; // the class file's version
    Files.write(file, newer);
    Path tooNew = ExecutorJar.jar(dir.resolve("new.jar"), classes, "my.machine.Counter");
    unfit("Counter", tooNew, "class file version 99");
  }
}
