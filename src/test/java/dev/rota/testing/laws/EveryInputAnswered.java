package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.stream.OfflineStreams;
import dev.rota.road.stream.OfflineStreams.Sent;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * L6: each input has exactly one answer or dead letter, but what the domain takes without a word;
 * and each output names its input.
 */
final class EveryInputAnswered<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  EveryInputAnswered(DomainCard<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    LanesInMemory bench = bench();
    for (Traffic.Event event : history.events()) {
      SpecificRecord input = event.record();
      // What falls due until then does so in a turn of its own.
      long now = bench.tick(history.lane(), event.atMillis()).entry().atMillis();
      boolean silent =
          input != null && customs.isSilent(own(bench.lane(history.lane()).state()), event, now);
      boolean tellsOthers =
          silent && customs.silentTellsOthers(own(bench.lane(history.lane()).state()));
      DecidedTurn turn = take(bench, history.lane(), event);
      tally.met();
      boolean others = silent && !tellsOthers && !turn.published().isEmpty();
      if (others || answers(input, turn) != (silent ? 0 : 1)) {
        return Optional.of(
            "turn %d, %s, published %s"
                .formatted(
                    turn.entry().number(),
                    silent ? "which has no answer" : "which has one answer",
                    turn.published()));
      }
    }
    ended(bench, history.lane());
    return unsourced(history);
  }

  private long answers(SpecificRecord input, DecidedTurn turn) {
    return turn.published().stream()
        .filter(
            output ->
                input == null
                    ? output.channel() == Channel.DEAD_LETTERS
                    : customs.isAnswer(input, output))
        .count();
  }

  /** Over the road itself, which writes the headers. */
  private Optional<String> unsourced(History history) {
    OfflineStreams streams = new OfflineStreams(domain);
    Map<String, Long> offsets = new HashMap<>();
    byte[] key = history.lane().getBytes(StandardCharsets.UTF_8);
    Map<String, Long> numbers = new HashMap<>();
    for (Traffic.Event event : history.events()) {
      long offset = offsets.merge(event.topic(), 1L, Long::sum) - 1;
      String source = event.topic() + "/0/" + offset;
      List<Sent> sent = streams.take(event.topic(), key, bytes(event.record()), event.atMillis());
      sent =
          sent.stream()
              .filter(s -> !s.topic().equals(RequiredTopics.ledger(domain.name())))
              .toList();
      // Unreadable records have a lane of their own.
      String lane = event.record() == null ? LaneKey.nobody(0) : history.lane();
      long number = numbers.merge(lane, 1L, Long::sum);
      Optional<String> unsourced = unsourced(sent, source, lane + "/" + number + "/");
      if (unsourced.isPresent()) {
        return unsourced;
      }
    }
    return Optional.empty();
  }

  static Optional<String> unsourced(List<Sent> sent, String source, String turn) {
    for (int i = 0; i < sent.size(); i++) {
      Map<String, String> headers = sent.get(i).headers();
      if (!source.equals(headers.get("rota.source"))
          || !(turn + i).equals(headers.get("rota.turn"))) {
        return Optional.of("of " + source + ", turn " + turn + i + ", came " + headers);
      }
    }
    return Optional.empty();
  }

  private static byte[] bytes(SpecificRecord record) {
    if (record == null) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    try {
      new SpecificDatumWriter<SpecificRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
