package dev.rota.lab.bench;

/**
 * The load.
 *
 * @param records number of inputs
 * @param lanes number of lanes
 * @param threads of Kafka Streams
 */
public record BenchmarkLoad(int records, int lanes, int partitions, int threads, long seed) {}
