package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.Dataset.Share;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.values.BlockSegment;
import java.util.function.ToLongFunction;

/**
 * A network's {@code metrics.txt} in OpenMetrics 1.0, with the names of SQD's scheduler (section
 * 7): those that a network without object storage has.
 */
final class SqdMetrics {
  private final ChunksState state;
  private final String network;
  private final StringBuilder text = new StringBuilder();

  private SqdMetrics(ChunksState state, String network) {
    this.state = state;
    this.network = network;
  }

  static String of(ChunksState state, String network) {
    SqdMetrics metrics = new SqdMetrics(state, network);
    metrics.datasets();
    metrics.workers();
    metrics.generation();
    return metrics.text.append("# EOF\n").toString();
  }

  private void datasets() {
    shares("dataset_chunks", "chunks as listed", Share::chunks);
    shares("dataset_size_bytes", "bytes as listed", Share::bytes);
    family("replication_factor", "copies of each chunk");
    state
        .datasets()
        .forEach(
            (name, dataset) ->
                dataset
                    .shares()
                    .keySet()
                    .forEach(
                        weight -> {
                          Integer factor = state.replication().get(weight);
                          if (factor != null) {
                            share("replication_factor", name, dataset, weight, factor);
                          }
                        }));
  }

  private void shares(String metric, String help, ToLongFunction<Share> value) {
    family(metric, help);
    state
        .datasets()
        .forEach(
            (name, dataset) ->
                dataset
                    .shares()
                    .forEach(
                        (weight, share) ->
                            share(metric, name, dataset, weight, value.applyAsLong(share))));
  }

  private void share(String metric, String name, Dataset dataset, int weight, long value) {
    sample(metric, value, "dataset", name, "dataset_segment", segment(name, dataset, weight));
  }

  /** Segments of one weight count together, under the first of them. */
  private static String segment(String name, Dataset dataset, int weight) {
    for (BlockSegment segment : dataset.segments()) {
      if (segment.weight() == weight) {
        return segment.from() == 0 ? name : name + "[" + segment.from() + "..]";
      }
    }
    return name;
  }

  private void workers() {
    family("assigned_chunks", "chunks of the worker's set");
    held((node, held) -> sample("assigned_chunks", held.chunks(), "worker", node.name()));
    family("assigned_size_bytes", "bytes of the worker's set");
    held((node, held) -> sample("assigned_size_bytes", held.bytes(), "worker", node.name()));
    family("worker_status", "1 for the worker's status");
    for (WorkerNode node : state.nodes().all()) {
      if (node.isThere()) {
        sample("worker_status", 1, "worker", node.name(), "status", SqdStatus.status(node));
      }
    }
  }

  private interface Holder {
    void take(WorkerNode node, WorkerNode.Held held);
  }

  private void held(Holder into) {
    for (WorkerNode node : state.nodes().all()) {
      if (node.held() != null) {
        into.take(node, node.held());
      }
    }
  }

  private void generation() {
    boolean[] tooLittle = {false};
    long least = state.standingPolicy().health().staleBytes();
    held((_, held) -> tooLittle[0] |= held.bytes() < least);
    family("failure", "1 if it has failed");
    sample("failure", tooLittle[0] ? 1 : 0, "target", "min_assignment");
    Long madeAt = SqdStatus.madeAt(state);
    if (madeAt != null) {
      family("assignment_timestamp_seconds", "when the current generation was made");
      sample("assignment_timestamp_seconds", madeAt);
    }
  }

  private void family(String name, String help) {
    text.append("# HELP scheduler_").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE scheduler_").append(name).append(" gauge\n");
  }

  /** Labels: names and values in turn. */
  private void sample(String name, long value, String... labels) {
    text.append("scheduler_")
        .append(name)
        .append("{network=\"")
        .append(escaped(network))
        .append('"');
    for (int i = 0; i < labels.length; i += 2) {
      text.append(',').append(labels[i]).append("=\"").append(escaped(labels[i + 1])).append('"');
    }
    text.append("} ").append(value).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
