package dev.rota.app.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.letters.DeadLetter;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.TurnHeaders;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Flags choose dead letters by reason and topic: whoever sends some again sends no others. */
class LetterFilterTest {
  private static final TopicPartition LETTERS = new TopicPartition("bots-dead-letters", 0);

  private static DeadLetter letter(String reason, String source) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(TurnHeaders.REASON, reason.getBytes(UTF_8));
    if (source != null) {
      headers.add(TurnHeaders.SOURCE, source.getBytes(UTF_8));
    }
    return new DeadLetter(OfflineRecord.of(LETTERS, 7, 0, null, new byte[0], headers));
  }

  private static boolean has(DeadLetter letter, String... flags) {
    return CommandLine.populateCommand(new LetterFilter(), flags).has(letter);
  }

  @Test
  void onlyWhatIsNamedIsMeant() {
    DeadLetter limit = letter("LIMIT", "jobs/0/3");
    assertThat(has(limit)).isTrue();
    assertThat(has(limit, "--reason", "LIMIT")).isTrue();
    assertThat(has(limit, "--reason", "limit")).isTrue();
    assertThat(has(limit, "--reason", "BAD_KEY,LIMIT")).isTrue();
    for (String other : new String[] {"LIM", "LIMITS", "BAD_KEY", "L"}) {
      assertThat(has(limit, "--reason", other)).as(other).isFalse();
    }
    assertThat(has(limit, "--topic", "jobs")).isTrue();
    assertThat(has(limit, "--topic", "bots-policies")).isFalse();
    assertThat(has(limit, "--topic", "jobs", "--reason", "BAD_KEY")).isFalse();
    assertThat(has(limit, "--topic", "bots-policies", "--reason", "LIMIT")).isFalse();
    assertThat(has(letter("LIMIT", null), "--topic", "jobs")).as("of no input").isFalse();
  }
}
