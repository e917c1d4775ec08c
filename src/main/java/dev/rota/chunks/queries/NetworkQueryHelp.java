package dev.rota.chunks.queries;

/** What each query about a network is for. */
final class NetworkQueryHelp {
  static final String TEXT =
      """
      reasons: the waiting items, grouped by reason
      status.json: workers and datasets, as SQD's scheduler writes them
      metrics.txt: gauges in OpenMetrics, as SQD's scheduler has them
        network: the network's name in the labels
      chunk: who holds the chunk, or why nobody does
        dataset: a dataset's name
        chunk: a chunk's id
      worker: a worker's status and set; up to limit chunks are named
        worker: a worker's peer id
        limit?: chunks that are named; default: 100
        at?: epoch ms as of which uptime and status are told; default: when it was last heard or looked at
      assignment: a worker's whole set with sizes, by dataset
        worker: a worker's peer id
      workers: the status of every worker
        at?: epoch ms as of which uptime and status are told; default: when each was last heard or looked at
      marks: workers that operators marked, why and until when
      datasets: what is listed
      listings: listings of many records that are still open
      generation: the generation that stands, and when the next one is due
      limits: per weight, what keeps the factor below the wanted one, and the worker that would take the next copy with the least more room
      policy: the policy in force
      state: all of the lane but its chunks, by name
      check: all of the lane, as lists, with its deadlines
      """;

  private NetworkQueryHelp() {}
}
