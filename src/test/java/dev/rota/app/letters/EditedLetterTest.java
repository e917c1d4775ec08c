package dev.rota.app.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.road.letters.DeadLetter;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.WireFormat;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Of a letter's headers those are sent that an editor left as they were shown. */
class EditedLetterTest {
  private static final byte[] BYTES = {0, -1};

  private final DeadLetter letter = letter();
  private final ObjectNode json = JsonNodeFactory.instance.objectNode();
  private final EditedLetter edited = new EditedLetter("-", json);

  private static DeadLetter letter() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("trace", BYTES).add("note", null).add("tag", BYTES).add("tag", "b".getBytes(UTF_8));
    headers.add(WireFormat.ID_HEADER, BYTES).add(TurnHeaders.TURN, "~0/1/0".getBytes(UTF_8));
    TopicPartition letters = new TopicPartition("bots-dead-letters", 0);
    return new DeadLetter(OfflineRecord.of(letters, 7, 0, null, new byte[0], headers));
  }

  private List<String> left() {
    return Arrays.stream(edited.headersLeft(letter).toArray()).map(one -> one.key()).toList();
  }

  @Test
  void whatIsLeftIsSentByteForByte() {
    json.set("headers", LetterReport.headers(letter));
    assertThat(edited.headersLeft(letter).lastHeader("trace").value()).isEqualTo(BYTES);
    assertThat(left()).containsExactly("trace", "note", "tag", "tag");
    json.remove("headers");
    assertThat(left()).as("nothing is said of them").hasSize(4);
  }

  @Test
  void whatIsLeftOutIsNotSent() {
    json.putObject("headers").put("trace", "0x00ff").putNull("note");
    assertThat(left()).containsExactly("trace", "note");
    json.putNull("headers");
    assertThat(left()).isEmpty();
  }

  @Test
  void noneIsEditedOrAdded() {
    for (String name : List.of("trace", "note", "new")) {
      json.putObject("headers").put(name, "c");
      assertThatThrownBy(this::left).hasMessageContaining("headers." + name + ": ");
    }
  }
}
