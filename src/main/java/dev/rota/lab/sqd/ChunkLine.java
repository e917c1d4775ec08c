package dev.rota.lab.sqd;

/**
 * A chunk in a list.
 *
 * @param dataset full id, such as {@code s3://ethereum-mainnet-1}
 * @param chunk id within the dataset
 * @param bytes size as read; it may be invalid
 */
public record ChunkLine(String dataset, String chunk, long bytes) {}
