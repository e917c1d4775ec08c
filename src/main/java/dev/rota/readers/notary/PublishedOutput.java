package dev.rota.readers.notary;

import dev.rota.kernel.domain.Output.Channel;

/**
 * An output as its turn published it.
 *
 * @param key after the lane and a slash; null: the lane is the key
 * @param payload in Avro binary; null for a tombstone
 */
public record PublishedOutput(Channel channel, String rule, String key, byte[] payload) {}
