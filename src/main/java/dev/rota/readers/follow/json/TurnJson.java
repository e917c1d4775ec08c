package dev.rota.readers.follow.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.lines.AnswerJson;
import dev.rota.base.lines.BytesForm;
import dev.rota.base.lines.JsonAvro;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.readers.follow.TurnAccount;
import dev.rota.readers.follow.json.JsonChanges.Change;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** One turn: what it took, published and changed. What is too large is left out, and says so. */
public final class TurnJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int OUTPUTS_SHOWN = 200;
  private static final int CHANGES_SHOWN = 200;

  /** Of Avro: in the input, and in all outputs together. */
  private static final int BYTES_SHOWN = 1 << 20;

  /** Of what is no record. */
  private static final int RAW_SHOWN = 4 << 10;

  private final Domain domain;

  public TurnJson(Domain domain) {
    this.domain = domain;
  }

  /** The turn with all of this. */
  public ObjectNode of(TurnAccount<JsonNode> account) {
    TurnEntry entry = account.entry();
    ObjectNode fields =
        LaneJson.of(domain.name(), account.standing())
            .put("turn", entry.number())
            .put("at", Instant.ofEpochMilli(entry.atMillis()).toString())
            .put("kind", entry.kind().name())
            .put("reason", account.reason())
            .put("said", account.headline())
            .put("differs", account.outputs() == null ? account.standing().difference() : null);
    fields.set("input", entry.source() == null ? JSON.nullNode() : input(account));
    fields.put("outputCount", entry.outputs());
    fields.set(
        "outputs",
        account.outputs() == null ? JSON.nullNode() : outputs(entry.lane(), account.outputs()));
    return changes(fields, account);
  }

  private ObjectNode input(TurnAccount<JsonNode> account) {
    TurnEntry entry = account.entry();
    InputPosition source = entry.source();
    ObjectNode fields =
        JSON.objectNode()
            .put("topic", source.topic())
            .put("partition", source.partition())
            .put("offset", source.offset())
            .put("timestamp", source.timestampMillis())
            .put("key", entry.key() == null ? entry.lane() : BytesForm.TEXT.shown(entry.key()))
            .put("retained", account.source().isSame())
            .put("topicNow", account.source().told());
    int length = entry.input() == null ? 0 : entry.input().length;
    if (entry.kind() != TurnEntry.Kind.INPUT) {
      return raw(fields, entry.input(), "it could not be read: " + entry.reason());
    }
    if (length > BYTES_SHOWN) {
      return raw(fields, entry.input(), "it has %d bytes".formatted(length));
    }
    try {
      return fields.set(
          "record", JsonAvro.toJson(new InputCodec(domain).record(source.topic(), entry.input())));
    } catch (InputCodec.BadInput | NullPointerException e) {
      return raw(fields, entry.input(), "it is no record of this topic: " + e.getMessage());
    }
  }

  /** What is shown of bytes, and why they are no record. */
  private static ObjectNode raw(ObjectNode fields, byte[] bytes, String why) {
    fields.putNull("record").put("why", why);
    if (bytes == null) {
      return fields.putNull("bytes");
    }
    boolean cut = bytes.length > RAW_SHOWN;
    return fields
        .put("bytes", BytesForm.TEXT.shown(cut ? Arrays.copyOf(bytes, RAW_SHOWN) : bytes))
        .put("bytesLeftOut", Math.max(0, bytes.length - RAW_SHOWN));
  }

  private ArrayNode outputs(String lane, List<Output> outputs) {
    ArrayNode all = JSON.arrayNode();
    int left = BYTES_SHOWN;
    for (Output output : outputs.subList(0, Math.min(OUTPUTS_SHOWN, outputs.size()))) {
      byte[] payload = output.payload();
      int length = payload == null ? 0 : payload.length;
      ObjectNode fields =
          all.addObject()
              .put("topic", output.channel().topic(domain.name()))
              .put("key", output.keyIn(lane))
              .put(output.isDeadLetter() ? "reason" : "rule", output.rule());
      if (output.record() == null) {
        String why = output.isDeadLetter() ? "a dead letter is unchanged" : "it deletes the key";
        var _ = raw(fields, payload, why);
      } else if (length > left) {
        fields.putNull("record").put("why", "it has %d bytes".formatted(length));
      } else {
        left -= length;
        fields.set("record", JsonAvro.toJson(output.record()));
      }
    }
    return all;
  }

  private static ObjectNode changes(ObjectNode fields, TurnAccount<JsonNode> account) {
    if (account.after() == null) {
      return fields.putNull("changeCount").putNull("changes");
    }
    JsonNode before = account.before() == null ? JSON.objectNode() : account.before();
    List<Change> changes = JsonChanges.between(before, account.after());
    fields.put("changeCount", changes.size());
    return fields.set("changes", AnswerJson.tree(changes.stream().limit(CHANGES_SHOWN).toList()));
  }
}
