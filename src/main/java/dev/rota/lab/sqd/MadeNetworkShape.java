package dev.rota.lab.sqd;

/**
 * The size of a network.
 *
 * @param network the lane
 * @param chunks chunks of all datasets; at most {@link MadeNetwork#CHUNKS_MAX}
 * @param workers at least 1
 * @param datasets at least 1
 * @param capacityBytes capacity of a worker
 * @param batch maximum number of chunks in a record; at least 1
 * @param replace true if the listing replaces the datasets
 * @param seed seed of names and sizes
 * @param startMillis time of the first event, epoch ms
 * @param minutes every worker pings each minute for so long, behind the listing; 0: it does not
 */
public record MadeNetworkShape(
    String network,
    int chunks,
    int workers,
    int datasets,
    long capacityBytes,
    int batch,
    boolean replace,
    long seed,
    long startMillis,
    int minutes) {
  public long parts() {
    long parts = 0;
    for (int i = 0; i < datasets; i++) {
      parts += (share(i) + batch - 1) / batch;
    }
    return parts;
  }

  /**
   * Returns the number of chunks of a dataset. As in real networks, sizes are skewed: the second
   * dataset has half as many as the first, the third a third.
   */
  long share(int dataset) {
    if (dataset > 0) {
      return (long) (chunks / (harmonic(datasets) * (dataset + 1)));
    }
    double harmonic = harmonic(datasets);
    long others = 0;
    for (int i = 1; i < datasets; i++) {
      others += (long) (chunks / (harmonic * (i + 1)));
    }
    return chunks - others;
  }

  private static double harmonic(int count) {
    double sum = 0;
    for (int i = count; i > 0; i--) {
      sum += 1.0 / i;
    }
    return sum;
  }
}
