package dev.rota.app.topics;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.kept.CheckpointWire;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.TurnHeaders;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The one kind of record on a topic, as AsyncAPI describes messages.
 *
 * @param name of the record
 * @param schema of its value in Avro; null: the value is none
 * @param contentType of a value that is not Avro; else null
 * @param payload JSON Schema of a value that is not Avro; else null
 * @param headers the name of their JSON Schema among {@link #headerSchemas}; null: they are ignored
 * @param key JSON Schema of the key as text; null: there is none
 */
record TopicMessage(
    String name,
    String about,
    Schema schema,
    String contentType,
    ObjectNode payload,
    String headers,
    ObjectNode key) {
  private static final String TURN = "turnHeaders";
  private static final String PAGE = "pageHeaders";
  private static final String LETTER = "deadLetterHeaders";
  private static final String PLACE = "[A-Za-z0-9._-]+/[0-9]+/[0-9]+";
  private static final String LINES = "text/plain";
  private static final String BYTES = "application/octet-stream";

  /** Returns the message of a topic of {@link RequiredTopics#withKept}. */
  static TopicMessage of(Domain domain, TopicSpec spec) {
    String topic = spec.name();
    for (InputTopic input : domain.wire().inputs()) {
      if (input.topic().equals(topic)) {
        return avro(input.schema(), null, lane(domain, ""));
      }
    }
    for (Channel channel : domain.wire().channels()) {
      if (channel.topic(domain.name()).equals(topic)) {
        return of(domain, channel);
      }
    }
    if (topic.equals(RequiredTopics.ledger(domain.name()))) {
      return avro(PageWire.MOVES, PAGE, partition());
    }
    return topic.equals(RequiredTopics.checkpoints(domain.name()))
        ? avro(CheckpointWire.SCHEMA, null, partition())
        : own(domain.name(), topic);
  }

  private static TopicMessage of(Domain domain, Channel channel) {
    if (channel == Channel.DEAD_LETTERS) {
      return new TopicMessage(
          "DeadLetter",
          "A record that cannot be read or decided, its bytes and headers unchanged. With the"
              + " reason TOO_LARGE, a stub of it as JSON.",
          null,
          BYTES,
          text("the input's value; of a deadline, its text"),
          LETTER,
          text("the input's key, whatever it is; without one that names a lane, ~PARTITION"));
    }
    Schema schema = domain.wire().schema(channel);
    return channel.isCompacted()
        ? avro(schema, TURN, lane(domain, "/.+"))
        : avro(schema, TURN, lane(domain, ""));
  }

  private static TopicMessage avro(Schema schema, String headers, ObjectNode key) {
    String about = schema.getDoc() == null ? schema.getName() : schema.getDoc();
    return new TopicMessage(schema.getName(), about, schema, null, null, headers, key);
  }

  /** What engines and operators tell one another. */
  private static TopicMessage own(String domain, String topic) {
    if (topic.equals(RequiredTopics.time(domain))) {
      String about = "How far the inputs must be read before time passes; nobody else needs it.";
      String lines = "'until MILLIS', then 'TOPIC OFFSET' for each input; null asks for the time";
      return own("TimeNudge", about, text(lines), null);
    }
    if (topic.equals(RequiredTopics.owners(domain))) {
      String about = "Which application decides the domain. All claims are on partition 0.";
      return own("OwnerClaim", about, text("the lines 'group', 'cluster' and 'epoch'"), null);
    }
    if (topic.equals(RequiredTopics.holds(domain))) {
      String about = "Which partitions wait, since they were started held.";
      return own("Hold", about, text("'held'; null: released"), partition());
    }
    ObjectNode place = text("the dead letter: topic/partition/offset").put("pattern", full(PLACE));
    ObjectNode to =
        text("where it was sent to: topic/partition/offset").put("pattern", full(PLACE));
    return own("Replay", "Which dead letters were sent again.", to, place);
  }

  private static TopicMessage own(String name, String about, ObjectNode value, ObjectNode key) {
    return new TopicMessage(name, about, null, LINES, value, null, key);
  }

  /** The engine's own state. */
  static TopicMessage ofRows() {
    String about = "Packs of changed rows of the lanes. Their form is internal: read the ledger.";
    return new TopicMessage("RowPack", about, null, BYTES, text("internal"), null, null);
  }

  private static ObjectNode lane(Domain domain, String more) {
    String about = "the lane, which the record names in '" + domain.wire().laneField() + "'";
    return text(more.isEmpty() ? about : about + ", and what the record replaces")
        .put("pattern", full(LaneKey.GRAMMAR + more));
  }

  private static ObjectNode partition() {
    return text("the partition's number").put("pattern", full("[0-9]+"));
  }

  private static String full(String pattern) {
    return "^" + pattern + "$";
  }

  private static ObjectNode text(String about) {
    return JsonNodeFactory.instance.objectNode().put("type", "string").put("description", about);
  }

  /** JSON Schemas of headers by name. Values are texts in UTF-8. */
  static ObjectNode headerSchemas() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ObjectNode turn =
        headers(all, TURN, List.of(TurnHeaders.TURN, TurnHeaders.RULES, TurnHeaders.RULE));
    turn(turn);
    turn.set(TurnHeaders.RULE, text("the rule that decided, by its id in the rules' book"));
    ObjectNode letter =
        headers(all, LETTER, List.of(TurnHeaders.TURN, TurnHeaders.RULES, TurnHeaders.REASON));
    turn(letter);
    letter.set(TurnHeaders.REASON, text("why, as a stable code").put("pattern", "^[A-Z_]+$"));
    letter.set(TurnHeaders.FROM_TOPIC, text("the input's topic"));
    letter.set(TurnHeaders.FROM_PARTITION, number("the input's partition"));
    letter.set(TurnHeaders.FROM_OFFSET, number("the input's offset"));
    letter.set(TurnHeaders.EXCEPTION, text("the class of the exception"));
    letter.set(TurnHeaders.MESSAGE, text("its message, in words that may change"));
    ObjectNode page =
        headers(all, PAGE, List.of(PageHeaders.PAGE, PageHeaders.TURNS, TurnHeaders.RULES));
    page.set(PageHeaders.PAGE, number("the page's number, from 1 on, per partition"));
    page.set(PageHeaders.TURNS, number("how many turns it has"));
    page.set(TurnHeaders.RULES, number("the version of the rules"));
    return all;
  }

  private static void turn(ObjectNode headers) {
    headers.set(TurnHeaders.TURN, text("lane/number/index: the identity of the record"));
    headers.set(
        TurnHeaders.SOURCE,
        text("topic/partition/offset of the input; a turn without an input has none")
            .put("pattern", full(PLACE)));
    headers.set(TurnHeaders.RULES, number("the version of the rules"));
  }

  private static ObjectNode number(String about) {
    return text(about).put("pattern", full("[0-9]+"));
  }

  private static ObjectNode headers(ObjectNode all, String name, List<String> required) {
    ObjectNode schema = all.putObject(name).put("type", "object");
    required.forEach(schema.putArray("required")::add);
    return schema.putObject("properties");
  }
}
