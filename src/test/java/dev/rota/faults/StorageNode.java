package dev.rota.faults;

import dev.rota.lab.storage.StorageServer;
import java.nio.file.Path;

/** The lab's storage in a JVM of its own, on a port that it has again after a restart. */
final class StorageNode {
  private static final long BYTES_MAX = 1L << 30;

  private StorageNode() {}

  /** Arguments: the port, and the folder. */
  public static void main(String[] args) throws Exception {
    try (var storage = StorageServer.open(Path.of(args[1]), BYTES_MAX, Integer.parseInt(args[0]))) {
      System.out.println("serves " + storage.address());
      Thread.currentThread().join(); // until it is killed
    }
  }
}
