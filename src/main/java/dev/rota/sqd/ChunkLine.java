package dev.rota.sqd;

/**
 * One chunk of a list.
 *
 * @param dataset its full id, such as {@code s3://ethereum-mainnet-1}
 * @param chunk its id within the dataset
 * @param bytes as it is said, which may be no size that a chunk can have
 */
public record ChunkLine(String dataset, String chunk, long bytes) {}
