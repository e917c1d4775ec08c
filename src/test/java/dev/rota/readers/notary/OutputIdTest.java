package dev.rota.readers.notary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What names an output, and where its turn may be. */
class OutputIdTest {
  @ParameterizedTest
  @ValueSource(strings = {"lane/1/0", "~3/17/4", "a.b:c-d_e/999999999999999999/999999999"})
  void whatIsReadIsWrittenAgain(String text) {
    assertThat(OutputId.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lane",
        "lane/1",
        "lane/0/0",
        "lane/01/0",
        "lane/-1/0",
        "lane/1/-1",
        "lane/1/",
        "lane/1/0/",
        "/1/0",
        "~/1/0",
        "~x/1/0",
        "lane/1/1234567890",
        "lane/1234567890123456789/0"
      })
  void whatNamesNoOutputIsNotRead(String text) {
    assertThat(OutputId.parse(text)).isNull();
  }

  @Test
  void aTurnIsSoughtOnItsLanesPartitionFirstAndThenWhereFewerWouldHavePutIt() {
    assertThat(OutputId.parse("lane0/1/0").partitions(4)).containsExactly(3, 2, 1, 0);
    assertThat(OutputId.parse("lane0/1/0").partitions(3)).containsExactly(2, 1, 0);
    assertThat(OutputId.parse("lane0/1/0").partitions(1)).containsExactly(0);
  }

  @Test
  void aTurnOfAnUnreadableRecordIsOnTheRecordsPartition() {
    assertThat(OutputId.parse("~3/1/0").partitions(8)).containsExactly(3);
  }
}
