package dev.rota.road.health;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;

/** A disk that has as much room as it is told to have. */
public final class FakeDisk extends FileStore {
  private final long total;
  private volatile long free;
  private volatile boolean gone;

  public FakeDisk(long total, long free) {
    this.total = total;
    this.free = free;
  }

  /** From now on, so much is free. */
  public void free(long bytes) {
    free = bytes;
  }

  /** From now on, nobody finds it. */
  void gone(boolean isGone) {
    gone = isGone;
  }

  /** It is the disk of every directory. */
  public FileStore at(Path dir) throws IOException {
    if (gone) {
      throw new NoSuchFileException(dir.toString());
    }
    return this;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String type() {
    return "fake";
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public long getTotalSpace() {
    return total;
  }

  @Override
  public long getUsableSpace() {
    return free;
  }

  @Override
  public long getUnallocatedSpace() {
    return free;
  }

  @Override
  public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
    return false;
  }

  @Override
  public boolean supportsFileAttributeView(String name) {
    return false;
  }

  @Override
  public <V extends FileStoreAttributeView> V getFileStoreAttributeView(Class<V> type) {
    return null;
  }

  @Override
  public Object getAttribute(String attribute) {
    throw new UnsupportedOperationException(attribute);
  }
}
