package dev.rota.lab.verbs.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that are played without a broker. Worked out by hand: section Q of the shards. */
final class ImportStarknetTest {
  @TempDir private Path dir;

  private static String transaction(String contract, int number) {
    return ("{\"block\":7,\"timestamp\":1000,\"hash\":\"0x%d\",\"type\":\"INVOKE\","
            + "\"contract\":\"%s\",\"nonce\":null}")
        .formatted(number, contract);
  }

  private Ran play(String... more) throws IOException {
    return play(List.of(transaction("0xa", 1), transaction("0xa", 2), transaction("0xb", 3)), more);
  }

  private Ran play(List<String> transactions, String... more) throws IOException {
    Path file = dir.resolve("transactions.jsonl");
    Files.write(file, transactions);
    String saved = dir.resolve("pool.jsonl").toString();
    String[] words = {"import", "starknet", file.toString(), "--save", saved};
    return Ran.rota(
        Stream.concat(List.of(words).stream(), List.of(more).stream()).toArray(String[]::new));
  }

  /**
   * At 100 events a second, the environment comes at 0 ms and transactions at 10, 20 and 30 ms. One
   * worker takes 40 ms for each: 0xa up to 50 ms and, within its quantum, up to 90 ms; then 0xb.
   */
  @Test
  void oneWorkerExecutesThemOneByOneInVirtualTime() throws IOException {
    Ran ran = play("--rate", "100", "--each", "40");
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.lines().get(0)).isEqualTo("starknet: PLAYED, offline");
    List<String> lines = Files.readAllLines(dir.resolve("pool.jsonl"));
    assertThat(lines).hasSize(9);
    assertThat(lines.subList(0, 2)).allMatch(line -> line.contains("1000000"));
    assertThat(lines.get(0)).contains("\"maxBatch\":1");
    assertThat(lines.get(1)).contains("Joined");
    assertThat(lines.get(2)).contains("block-environments");
    assertThat(lines.get(3)).contains("1000010", "0xa");
    assertThat(lines.get(4)).contains("1000020", "0xa");
    assertThat(lines.get(5)).contains("1000030", "0xb");
    assertThat(lines.get(6)).contains("1000050", "Committed", "0xa");
    assertThat(lines.get(7)).contains("1000090", "Committed", "0xa");
    assertThat(lines.get(8)).contains("1000130", "Committed", "0xb");
  }

  @Test
  void withASecondWorkerNobodyWaitsForTheFirst() throws IOException {
    assertThat(play("--rate", "100", "--each", "40", "--workers", "2").code()).isZero();
    assertThat(Files.readAllLines(dir.resolve("pool.jsonl")))
        .anyMatch(line -> line.contains("1000070") && line.contains("0xb"));
  }

  /** Twice in a millisecond: the second is refused while the first is pending. */
  @Test
  void whatTheEngineRefusesIsNotReportedAsPlayed() throws IOException {
    Ran ran = play(List.of(transaction("0xa", 1), transaction("0xa", 1)), "--rate", "1000");

    assertThat(ran.code()).as(ran.err()).isEqualTo(4);
    assertThat(ran.lines().get(0)).isEqualTo("starknet: NOT ALL PLAYED, offline");
    assertThat(ran.out())
        .contains("1 were refused by the pool")
        .contains("first 0x1 of 0xa: DUPLICATE, id 0x1 is pending already");
  }

  @Test
  void aNonceThatNoPoolTakesIsALineThatCannotBeRead() throws IOException {
    String beyond = transaction("0xa", 1).replace("null", "\"0x8000000000000000\"");

    Ran ran = play(List.of(beyond, transaction("0xa", 2)), "--rate", "1000");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.lines().get(0)).isEqualTo("starknet: NOT ALL READ");
    assertThat(ran.out()).contains("1 lines could not be read");
    assertThat(ran.err()).contains("nonce: is \"0x8000000000000000\"; expected at most");
  }

  /** A dead letter has no outcome that an import could wait for. */
  @Test
  void aTextBeyondItsLimitIsALineThatCannotBeReadAndTheOthersArePlayed() throws IOException {
    String beyond = transaction("0x" + "a".repeat(1600), 1);

    Ran ran = play(List.of(beyond, transaction("0xa", 2)), "--rate", "1000");

    assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).contains("1 lines could not be read", "1, of 1 contracts");
    assertThat(ran.err()).contains("line 1: contract has 1602 characters: 512 are the most");
  }

  @Test
  void withoutARateThereIsNoTime() throws IOException {
    Ran ran = play();
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("--save plays in virtual time", "--rate");
    assertThat(play("--rate", "10", "--workers", "0").err()).contains("--workers is 0");
  }
}
