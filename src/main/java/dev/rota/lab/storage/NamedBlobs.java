package dev.rota.lab.storage;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.OutputDirectory;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;

/** The blobs that a result names, those below its trees among them. */
final class NamedBlobs {
  /** Of a result, a Tree or a Directory, each of which is held in memory. */
  static final long MESSAGE_BYTES_MAX = 32 << 20;

  /** Of all trees of a result: they are read whenever somebody asks for it. */
  private static final long TREES_BYTES_MAX = 64 << 20;

  private final BlobFolder blobs;
  private long treeBytes;
  private boolean areHere = true;

  NamedBlobs(BlobFolder blobs) {
    this.blobs = blobs;
  }

  /** Reads the blobs below a digest. */
  private interface BlobReading {
    void read(BlobDigest digest) throws IOException;
  }

  /**
   * Returns whether all of them are here; if so, they count as used.
   *
   * @throws StatusRuntimeException INVALID_ARGUMENT with the field: it names no blob, or a blob
   *     that is no tree
   */
  boolean areHere(ActionResult result) throws IOException {
    for (int i = 0; i < result.getOutputFilesCount(); i++) {
      add("output_files", i, "digest", result.getOutputFiles(i).getDigest(), this::file);
    }
    for (int i = 0; i < result.getOutputDirectoriesCount(); i++) {
      add(i, result.getOutputDirectories(i));
    }
    if (result.hasStdoutDigest()) {
      add("stdout_digest", result.getStdoutDigest(), this::file);
    }
    if (result.hasStderrDigest()) {
      add("stderr_digest", result.getStderrDigest(), this::file);
    }
    return areHere;
  }

  private void add(int i, OutputDirectory directory) throws IOException {
    if (directory.hasTreeDigest() || !directory.hasRootDirectoryDigest()) {
      add("output_directories", i, "tree_digest", directory.getTreeDigest(), this::tree);
    }
    if (directory.hasRootDirectoryDigest()) {
      Digest root = directory.getRootDirectoryDigest();
      add("output_directories", i, "root_directory_digest", root, this::directories);
    }
  }

  private static void add(String list, int i, String field, Digest digest, BlobReading reading)
      throws IOException {
    try {
      reading.read(BlobDigest.of(digest));
    } catch (StatusRuntimeException e) {
      throw refused("%s[%d].%s".formatted(list, i, field), e);
    }
  }

  private static void add(String field, Digest digest, BlobReading reading) throws IOException {
    try {
      reading.read(BlobDigest.of(digest));
    } catch (StatusRuntimeException e) {
      throw refused(field, e);
    }
  }

  private static StatusRuntimeException refused(String field, StatusRuntimeException why) {
    return StorageCalls.invalid("action_result." + field + ": " + why.getStatus().getDescription());
  }

  private void file(BlobDigest digest) {
    areHere &= blobs.has(digest);
  }

  private void tree(BlobDigest digest) throws IOException {
    count(digest);
    byte[] message = DirectoryWalk.read(blobs, digest, MESSAGE_BYTES_MAX);
    if (message == null) {
      areHere = false;
    } else {
      NodeReader.tree(digest, message, this::file);
    }
  }

  private void directories(BlobDigest root) throws IOException {
    DirectoryWalk walk = new DirectoryWalk(blobs, root, MESSAGE_BYTES_MAX);
    for (BlobDigest next = walk.next(); next != null; next = walk.next()) {
      count(next);
      boolean isHere = walk.read(next, this::file) != null;
      areHere &= isHere;
    }
  }

  private void count(BlobDigest tree) {
    treeBytes += Math.min(tree.size(), TREES_BYTES_MAX + 1);
    if (treeBytes > TREES_BYTES_MAX) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription(
              "the trees of a result have more than %d bytes, with the blob %s"
                  .formatted(TREES_BYTES_MAX, tree))
          .asRuntimeException();
    }
  }
}
