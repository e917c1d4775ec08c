package dev.rota.road.stream.damage;

import dev.rota.kernel.ledger.DamagedRows;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * A damaged store, as an exception describes it.
 *
 * @param task the task id, which is its directory's name
 */
public record StoreDamage(String task, Throwable fault) {
  private static final Pattern TASK_DIRECTORY = Pattern.compile("[/\\\\](\\d+_\\d+)[/\\\\]rocksdb");
  private static final String LOCKED = "lock file";

  /** Empty if the exception is not about a damaged file or damaged rows. */
  public static Optional<StoreDamage> of(Throwable fault) {
    String task = null;
    boolean damaged = false;
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (at instanceof StreamsException known) {
        task = known.taskId().map(TaskId::toString).orElse(task);
      }
      // Kafka Streams names the store but not always the task. RocksDB names the file.
      task = directory(at).orElse(task);
      if (at instanceof DamagedRows rows) {
        return Optional.ofNullable(task).map(of -> new StoreDamage(of, rows));
      }
      if (at instanceof ProcessorStateException) {
        damaged |= at.getCause() instanceof RocksDBException store && isOfTheFiles(store);
      }
    }
    return damaged && task != null ? Optional.of(new StoreDamage(task, fault)) : Optional.empty();
  }

  /** RocksDB's message, or that of the rows. */
  String reason() {
    Throwable root = fault;
    while (root.getCause() != null && !(root instanceof DamagedRows)) {
      root = root.getCause();
    }
    return root.getMessage();
  }

  private static Optional<String> directory(Throwable fault) {
    Matcher path = TASK_DIRECTORY.matcher(String.valueOf(fault.getMessage()));
    return path.find() ? Optional.of(path.group(1)) : Optional.empty();
  }

  /** A full disk or a locked store is not damage. */
  private static boolean isOfTheFiles(RocksDBException fault) {
    Status status = fault.getStatus();
    boolean full = status != null && status.getSubCode() == Status.SubCode.NoSpace;
    return !full && !String.valueOf(fault.getMessage()).contains(LOCKED);
  }
}
