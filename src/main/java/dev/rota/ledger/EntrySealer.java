package dev.rota.ledger;

import dev.rota.domain.Output;
import dev.rota.table.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** Encodes outputs and entries, and seals entries, for all lanes of a task. Not thread-safe. */
final class EntrySealer {
  private static final Map<Output.Channel, byte[]> CHANNELS = channels();

  private final AvroBytes avro = new AvroBytes();
  private final EntryWire entries = new EntryWire();
  private final Sha256 sha = new Sha256();

  /** The payload; null: there is no value. */
  byte[] encode(Output output) {
    return output.record() == null ? output.payload() : avro.encode(output.record());
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
    return output.encoded(payload == null ? () -> avro.encode(output.record()) : () -> payload);
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

  /** Returns the entry's bytes, of which the last are its seal. */
  byte[] seal(Entry open, byte[] sealBefore) {
    byte[] bytes = entries.encode(open);
    byte[] seal = sha.field(sealBefore).field(bytes, EntryWire.sealedLength(bytes)).finish();
    System.arraycopy(seal, 0, bytes, bytes.length - seal.length, seal.length);
    return bytes;
  }

  private static Map<Output.Channel, byte[]> channels() {
    Map<Output.Channel, byte[]> names = new EnumMap<>(Output.Channel.class);
    for (Output.Channel channel : Output.Channel.values()) {
      names.put(channel, channel.name().getBytes(StandardCharsets.UTF_8));
    }
    return names;
  }
}
