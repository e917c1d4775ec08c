package dev.rota.lab.storage;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** The directories of a tree, each once. A client has named them: their number has a limit. */
final class DirectoryWalk {
  static final int DIRECTORIES_MAX = 100_000;

  private final BlobFolder folder;
  private final long bytesMax;
  private final Set<BlobDigest> seen = new HashSet<>();
  private final Deque<BlobDigest> next = new ArrayDeque<>();

  /**
   * Begins at the root.
   *
   * @param bytesMax of one directory, which is read into memory
   */
  DirectoryWalk(BlobFolder folder, BlobDigest root, long bytesMax) {
    this.folder = folder;
    this.bytesMax = bytesMax;
    add(root);
  }

  private void add(BlobDigest directory) {
    if (seen.size() == DIRECTORIES_MAX && !seen.contains(directory)) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("a tree of more than " + DIRECTORIES_MAX + " directories")
          .asRuntimeException();
    }
    if (seen.add(directory)) {
      next.add(directory);
    }
  }

  /** Returns the next directory; null: there are no more. */
  BlobDigest next() {
    return next.poll();
  }

  /**
   * Reads a directory, and goes on with those that it names.
   *
   * @return null: it is not here
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: it is no directory;
   *     RESOURCE_EXHAUSTED: it is too large, or the tree is
   */
  byte[] read(BlobDigest directory, Consumer<BlobDigest> files) throws IOException {
    byte[] message = read(folder, directory, bytesMax);
    if (message != null) {
      NodeReader.directory(directory, message, files, this::add);
    }
    return message;
  }

  /** Reads a message into memory, unless it is too large. */
  static byte[] read(BlobFolder folder, BlobDigest digest, long bytesMax) throws IOException {
    if (digest.size() > bytesMax) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription(
              "the blob %s is too large for a message: %d bytes are read at most"
                  .formatted(digest, bytesMax))
          .asRuntimeException();
    }
    return folder.read(digest);
  }
}
