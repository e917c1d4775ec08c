package dev.rota.kernel.ledger;

import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.table.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** Encodes outputs and digests them, for all lanes of a task. */
final class OutputBytes {
  /** The digest of no outputs. */
  static final byte[] NOTHING = new Sha256().finish();

  private static final Map<Output.Channel, byte[]> CHANNELS = channels();

  /** Of the task's thread, and of those that encode a large turn's outputs ahead. */
  private final ThreadLocal<AvroBytes> avro = ThreadLocal.withInitial(AvroBytes::new);

  /** Of the task's thread. To make one for each turn takes longer than to digest its outputs. */
  private final Sha256 sha = new Sha256();

  /** The digest of a turn that has no outputs yet. That of the turn before is finished. */
  Sha256 begin() {
    return sha.begin();
  }

  /** The payload; null: there is no value. */
  byte[] encode(Output output) {
    return output.record() == null ? output.payload() : encode(output, 0);
  }

  /**
   * The output with its payload.
   *
   * @param payload kept; null: encoded anew each time it is read
   */
  Output with(Output output, byte[] payload) {
    if (output.record() == null) {
      return output;
    }
    return output.encoded(
        payload == null ? room -> encode(output, room) : Output.Payload.of(payload));
  }

  private byte[] encode(Output output, int room) {
    return avro.get().encode(output.record(), output.schema(), room);
  }

  /** Adds an output to the digest of a turn's outputs. */
  static void add(Sha256 outputs, Output output, byte[] payload) {
    outputs
        .field(CHANNELS.get(output.channel()))
        .field(output.rule().getBytes(StandardCharsets.UTF_8));
    if (output.key() != null) {
      outputs.field(output.key().getBytes(StandardCharsets.UTF_8));
    }
    outputs.field(payload);
  }

  private static Map<Output.Channel, byte[]> channels() {
    Map<Output.Channel, byte[]> names = new EnumMap<>(Output.Channel.class);
    for (Output.Channel channel : Output.Channel.values()) {
      names.put(channel, channel.name().getBytes(StandardCharsets.UTF_8));
    }
    return names;
  }
}
