package dev.rota.kernel.domain.measures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What a generation moved from whom to whom.
 *
 * @param atMillis when it was made, epoch ms
 * @param copies that are assigned in it
 * @param movedBytes that all have to fetch
 * @param flows the largest first, by chunks
 */
public record GenerationMoves(
    long number, long atMillis, long copies, long movedBytes, List<CopyFlow> flows) {
  /** Flows that are told one by one. */
  public static final int FLOWS_MAX = 200;

  /** Stands for the workers of all further flows. */
  public static final String OTHERS = "others";

  /**
   * Copies of chunks that went from one worker to another.
   *
   * @param from null: they are new
   * @param to null: they are dropped
   */
  public record CopyFlow(String from, String to, long chunks, long bytes) {
    private static final Comparator<CopyFlow> SMALLEST_FIRST =
        Comparator.comparingLong(CopyFlow::chunks)
            .thenComparingLong(CopyFlow::bytes)
            .thenComparing(CopyFlow::toString, Comparator.reverseOrder());
  }

  /** Keeps the largest flows, and sums up the others. Not thread-safe. */
  public static final class FlowTally {
    private final PriorityQueue<CopyFlow> largest = new PriorityQueue<>(CopyFlow.SMALLEST_FIRST);
    private long chunks;
    private long bytes;

    /** Adds a flow; of each pair of workers one. */
    public void add(CopyFlow flow) {
      largest.add(flow);
      if (largest.size() > FLOWS_MAX) {
        CopyFlow smallest = largest.remove();
        chunks += smallest.chunks();
        bytes += smallest.bytes();
      }
    }

    /** The largest first; behind them the others as one, if there are any. */
    public List<CopyFlow> flows() {
      List<CopyFlow> flows = new ArrayList<>(largest);
      flows.sort(CopyFlow.SMALLEST_FIRST.reversed());
      if (chunks > 0) {
        flows.add(new CopyFlow(OTHERS, OTHERS, chunks, bytes));
      }
      return List.copyOf(flows);
    }
  }
}
