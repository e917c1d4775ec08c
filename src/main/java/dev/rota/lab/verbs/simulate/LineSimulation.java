package dev.rota.lab.verbs.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.LineRefusal;
import dev.rota.base.avro.FieldExcess;
import dev.rota.base.avro.FieldLimits;
import dev.rota.base.lines.BadLine;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.lines.JsonAvro;
import dev.rota.base.lines.LineWriter;
import dev.rota.base.lines.QueryLine;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.kernel.domain.BadArgument;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.stream.OfflineStreams;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Feeds JSON lines through the topology without a cluster and prints the outputs as lines. */
final class LineSimulation {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Domain domain;
  private final OfflineStreams streams;
  private final LineWriter out;
  private final boolean ledger;
  private final Map<String, Schema> schemas = new HashMap<>();
  private final Map<String, FieldLimits> limits = new HashMap<>();
  private final PageWire pages = new PageWire();
  private long lastMillis;
  private long timeless;

  /** Null: outputs are printed. */
  private final OfflineLedger exported;

  /**
   * Decides nothing yet.
   *
   * @param ledger prints the ledger's entries too
   * @param exported keeps the ledger's entries, and nothing is printed; null: outputs are printed
   */
  LineSimulation(Domain domain, LineWriter out, boolean ledger, OfflineLedger exported) {
    this.domain = domain;
    this.exported = exported;
    this.streams = new OfflineStreams(domain);
    this.out = out;
    this.ledger = ledger;
    for (InputTopic input : domain.wire().inputs()) {
      schemas.put(input.topic(), input.schema());
    }
  }

  void take(Envelope envelope) throws IOException {
    Schema schema = schemas.get(envelope.topic());
    if (schema == null) {
      throw new BadLine("topic", unknown("topic", envelope.topic(), schemas.keySet()));
    }
    byte[] value = envelope.value().isNull() ? null : JsonAvro.encode(schema, envelope.value());
    checkLimits(envelope, schema);
    if (envelope.timestamp().orElse(0) < 0) {
      throw new BadLine("timestamp", envelope.timestamp().getAsLong() + " is before 1970; omit it");
    }
    // Without a timestamp no time passes. The summary warns about it.
    timeless += envelope.timestamp().isPresent() ? 0 : 1;
    lastMillis = envelope.timestamp().orElse(lastMillis);
    for (OfflineStreams.Sent sent :
        streams.take(envelope.topic(), key(envelope), value, lastMillis)) {
      if (exported == null) {
        print(sent);
      } else {
        exported.add(sent);
      }
    }
  }

  /** Every lane that has taken a turn, sorted by name. */
  List<String> lanes() {
    return streams.lanes();
  }

  /** As {@code rota produce} does. */
  private void checkLimits(Envelope envelope, Schema schema) {
    if (!envelope.value().isNull()
        && JsonAvro.toAvro(schema, envelope.value()) instanceof IndexedRecord record) {
      FieldExcess excess =
          limits.computeIfAbsent(envelope.topic(), _ -> FieldLimits.of(schema)).check(record);
      if (excess != null) {
        throw new BadLine("value." + excess.path(), "it has " + excess.told());
      }
    }
  }

  /** The number of records without a timestamp. */
  long timeless() {
    return timeless;
  }

  void answer(QueryLine query) throws IOException {
    dev.rota.kernel.domain.Query<State> asked = domain.card().queries().get(query.name());
    if (asked == null) {
      throw new BadLine("query", unknown("query", query.name(), domain.card().queries().keySet()));
    }
    String lane =
        query.key().orElseThrow(() -> new BadLine("key", "a query needs a key: the lane"));
    if (asked.isAboutLane()) {
      require(lane);
    }
    query.args().fieldNames().forEachRemaining(name -> require(query.name(), asked, name));
    @SuppressWarnings("unchecked") // an object node converts to a map of texts
    Map<String, Object> args = JSON.convertValue(query.args(), Map.class);
    try {
      Object answer = asked.answer(streams.state(lane), new QueryArguments(args));
      out.answer(query, JSON.<JsonNode>valueToTree(answer));
    } catch (BadArgument bad) {
      throw new BadLine("args", bad.getMessage());
    } catch (IllegalArgumentException | ArithmeticException bad) {
      // A bad query must not end the session.
      throw new BadLine(
          "args", "'" + query.name() + "' has no answer for these arguments: " + bad.getMessage());
    }
  }

  private void require(String lane) {
    List<String> lanes = streams.lanes();
    if (!lanes.contains(lane)) {
      throw new LineRefusal(
          ExitCode.NOT_FOUND,
          "key: no lane is named %s%s"
              .formatted(
                  TextNode.valueOf(lane),
                  lanes.isEmpty() ? "; no lane exists yet" : hint(lane, lanes, "; known lanes: ")));
    }
  }

  private static void require(
      String query, dev.rota.kernel.domain.Query<?> asked, String argument) {
    List<String> known = asked.arguments();
    if (!known.contains(argument)) {
      throw new BadLine(
          "args." + argument,
          "the query '%s' has no such argument%s"
              .formatted(
                  query,
                  known.isEmpty() ? "; it takes none" : hint(argument, known, "; it takes ")));
    }
  }

  /** Without a key, the value names the lane. */
  private byte[] key(Envelope envelope) {
    Optional<String> key = envelope.key();
    if (key.isEmpty() && !envelope.value().isNull()) {
      key =
          Optional.ofNullable(domain.wire().laneField())
              .map(field -> envelope.value().path(field).textValue());
    }
    return key.map(name -> name.getBytes(UTF_8)).orElse(null);
  }

  private void print(OfflineStreams.Sent sent) throws IOException {
    boolean line = sent.topic().equals(RequiredTopics.ledger(domain.name()));
    if (line && !ledger) {
      return;
    }
    EnvelopeMetadata metadata =
        new EnvelopeMetadata(
            sent.topic(),
            Optional.ofNullable(sent.key()).map(bytes -> new String(bytes, UTF_8)),
            OptionalLong.of(sent.timestampMillis()),
            OptionalInt.of(0),
            OptionalLong.of(sent.offset()),
            sent.headers());
    if (line) {
      out.write(metadata, pages.toRecord(sent.bytes()));
    } else if (sent.record() != null) {
      out.write(metadata, sent.record());
    } else {
      out.write(new Envelope(metadata, hex(sent.bytes())));
    }
  }

  private static JsonNode hex(byte[] bytes) {
    return bytes == null ? null : TextNode.valueOf(ByteFormatter.hex(bytes));
  }

  private String unknown(String kind, String name, Collection<String> known) {
    return "the domain %s has no %s '%s'%s"
        .formatted(
            domain.name(), kind, name, hint(name, List.copyOf(new TreeSet<>(known)), "; it has "));
  }

  /** Returns the nearest name, or all names. */
  private static String hint(String name, List<String> known, String all) {
    return SpellingSuggestion.nearest(name, known)
        .map(near -> "; did you mean '" + near + "'?")
        .orElse(all + String.join(", ", known));
  }
}
