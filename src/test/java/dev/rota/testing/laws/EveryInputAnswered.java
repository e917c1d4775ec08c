package dev.rota.testing.laws;

import dev.rota.domain.Domain;
import dev.rota.domain.Output.Channel;
import dev.rota.domain.State;
import dev.rota.domain.Traffic;
import dev.rota.engine.Fact;
import dev.rota.ledger.Decided;
import dev.rota.stream.OfflineRoad;
import dev.rota.stream.OfflineRoad.Sent;
import dev.rota.stream.Topics;
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

/** L6: each input has exactly one answer or dead letter, and each output names its input. */
final class EveryInputAnswered<S extends State, I, F extends Fact<S>> extends Law<S, I, F> {
  EveryInputAnswered(Domain<S, I, F> domain, Customs<S> customs, Tally tally) {
    super(domain, customs, tally);
  }

  @Override
  Optional<String> broken(History history) {
    List<Decided> turns = play(history);
    for (int i = 0; i < turns.size(); i++) {
      SpecificRecord input = history.events().get(i).record();
      tally.met();
      long answers =
          turns.get(i).published().stream()
              .filter(
                  output ->
                      input == null
                          ? output.channel() == Channel.DEAD_LETTERS
                          : customs.isAnswer(input, output))
              .count();
      if (answers != 1) {
        return Optional.of(
            "turn " + (i + 1) + " has " + answers + " answers among " + turns.get(i).published());
      }
    }
    return unsourced(history);
  }

  /** Over the road itself, which writes the headers. */
  private Optional<String> unsourced(History history) {
    OfflineRoad<S, I, F> road = new OfflineRoad<>(domain);
    Map<String, Long> offsets = new HashMap<>();
    byte[] key = history.lane().getBytes(StandardCharsets.UTF_8);
    long number = 0;
    for (Traffic.Event event : history.events()) {
      long offset = offsets.merge(event.topic(), 1L, Long::sum) - 1;
      String source = event.topic() + "/0/" + offset;
      List<Sent> sent = road.take(event.topic(), key, bytes(event.record()), event.atMillis());
      sent = sent.stream().filter(s -> !s.topic().equals(Topics.ledger(domain.name()))).toList();
      Optional<String> unsourced = unsourced(sent, source, history.lane() + "/" + ++number + "/");
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
