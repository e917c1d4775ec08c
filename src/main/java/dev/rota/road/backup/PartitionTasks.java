package dev.rota.road.backup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Work on partitions, side by side. Whoever waits for some of it hears of the first failure. */
final class PartitionTasks implements AutoCloseable {
  private final ExecutorService pool;
  private final CompletableFuture<Void> failure = new CompletableFuture<>();

  /** So many at once. */
  PartitionTasks(int threads) {
    pool = Executors.newFixedThreadPool(threads);
  }

  /** Begins these. What is returned has their results, in their order. */
  <T> CompletableFuture<List<T>> begin(List<Callable<T>> tasks) {
    List<CompletableFuture<T>> all = new ArrayList<>();
    for (Callable<T> task : tasks) {
      CompletableFuture<T> one = CompletableFuture.supplyAsync(() -> call(task), pool);
      var _ = one.whenComplete((_, e) -> tell(e));
      all.add(one);
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(_ -> all.stream().map(CompletableFuture::join).toList());
  }

  private static <T> T call(Callable<T> task) {
    try {
      return task.call();
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  private void tell(Throwable e) {
    if (e != null) {
      failure.completeExceptionally(e instanceof CompletionException ? e.getCause() : e);
    }
  }

  /**
   * Waits for these.
   *
   * @throws IOException or another exception that any task has ended with, also of others
   */
  <T> T await(CompletableFuture<T> these) throws IOException {
    try {
      var _ = CompletableFuture.anyOf(failure, these).get();
      return these.join();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new KafkaException("a partition cannot be written", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** Ends what is under way. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
