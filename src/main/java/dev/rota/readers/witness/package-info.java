/**
 * The witness: it cosigns the checkpoints of logs that only ever grow, as C2SP's {@code
 * tlog-witness} specifies. It needs no Kafka.
 */
package dev.rota.readers.witness;
