package dev.rota.base.blobs;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * While a process starts, no file that will be executed is open for writing.
 *
 * <p>A new process has this one's open files for a moment. If one of them is an executable that is
 * being written, whoever executes it then gets "text file busy", even though it was closed here.
 */
public final class ProcessStartLock {
  private static final ReadWriteLock LOCK = new ReentrantReadWriteLock();

  private ProcessStartLock() {}

  /** Held by each writer of an executable, until the file is closed. */
  static Lock ofWriters() {
    return LOCK.readLock();
  }

  /** Held by who starts a process, until it executes its program. */
  public static Lock ofStarters() {
    return LOCK.writeLock();
  }
}
