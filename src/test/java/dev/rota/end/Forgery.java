package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.TurnHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * One thing done to one topic.
 *
 * @param name as a sentence
 * @param what of the finding that has to come of it
 */
record Forgery(String name, String topic, Change change, String what) {
  private static final int FRAME_BYTES = 5;

  /** What is done to the topic's records, and where: the place is an index into the list. */
  interface Change {
    void at(List<ProducerRecord<byte[], byte[]>> records, int place);
  }

  /** Somewhere in the first half of the topic, where a record of the same lane follows. */
  static int place(List<ProducerRecord<byte[], byte[]>> records) {
    for (int i = records.size() / 4; i + 1 < records.size(); i++) {
      if (Arrays.equals(records.get(i).key(), records.get(i + 1).key())) {
        return i;
      }
    }
    return records.size() / 4;
  }

  @Override
  public String toString() {
    return name;
  }

  static Change removed() {
    return (records, place) -> records.remove(place);
  }

  static Change repeated() {
    return (records, place) -> records.add(place, records.get(place));
  }

  static Change swapped() {
    return (records, place) -> records.add(place, records.remove(place + 1));
  }

  /** A copy at the end that says it is of this turn, {@code number/index}. */
  static Change added(String turn) {
    return (records, place) -> {
      ProducerRecord<byte[], byte[]> model = records.get(place);
      String lane = new String(model.key(), UTF_8);
      records.add(header(model, TurnHeaders.TURN, lane + "/" + turn));
    };
  }

  static Change lastRemoved() {
    return (records, _) -> records.remove(records.size() - 1);
  }

  static Change later() {
    return edited(
        one ->
            new ProducerRecord<>(
                one.topic(),
                one.partition(),
                one.timestamp() + 1,
                one.key(),
                one.value(),
                one.headers()));
  }

  static Change headed(String name, String text) {
    return edited(one -> header(one, name, text));
  }

  /** A field of the value has another content; the framing stays. */
  static Change field(Schema schema, String name, UnaryOperator<Object> edit) {
    return edited(one -> value(one, reencoded(schema, one.value(), name, edit)));
  }

  /** The last bit of the value is flipped. */
  static Change flipped() {
    return edited(
        one -> {
          byte[] bytes = one.value().clone();
          bytes[bytes.length - 1] ^= 1;
          return value(one, bytes);
        });
  }

  private static Change edited(UnaryOperator<ProducerRecord<byte[], byte[]>> edit) {
    return (records, place) -> records.set(place, edit.apply(records.get(place)));
  }

  private static ProducerRecord<byte[], byte[]> value(
      ProducerRecord<byte[], byte[]> one, byte[] value) {
    return new ProducerRecord<>(
        one.topic(), one.partition(), one.timestamp(), one.key(), value, one.headers());
  }

  private static ProducerRecord<byte[], byte[]> header(
      ProducerRecord<byte[], byte[]> one, String name, String text) {
    Headers headers = new RecordHeaders(one.headers().toArray());
    headers.remove(name).add(name, text.getBytes(UTF_8));
    return new ProducerRecord<>(
        one.topic(), one.partition(), one.timestamp(), one.key(), one.value(), headers);
  }

  private static byte[] reencoded(
      Schema schema, byte[] framed, String name, UnaryOperator<Object> edit) {
    GenericData plain = new GenericData();
    try {
      GenericRecord record =
          new GenericDatumReader<GenericRecord>(schema, schema, plain)
              .read(
                  null,
                  DecoderFactory.get()
                      .binaryDecoder(framed, FRAME_BYTES, framed.length - FRAME_BYTES, null));
      record.put(name, edit.apply(record.get(name)));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(framed, 0, FRAME_BYTES);
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(schema, plain).write(record, encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
