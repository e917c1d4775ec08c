package dev.rota.lab.storage;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.ActionResult;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results of actions. A result is a blob like others, so that it is checked like others, and for
 * each action a file names it. The least recently used are dropped.
 */
final class ResultFolder {
  private static final Logger LOG = LoggerFactory.getLogger(ResultFolder.class);
  private static final int RESULTS_MAX = 200_000;
  private static final String UNFINISHED = ".new";

  private final Path dir;
  private final BlobFolder blobs;
  private final AtomicLong names = new AtomicLong();

  /** By the actions' digests, in the order of their last use. */
  private final Map<BlobDigest, BlobDigest> results = new LinkedHashMap<>(16, 0.75f, true);

  ResultFolder(Path dir, BlobFolder blobs) throws IOException {
    this.dir = dir;
    this.blobs = blobs;
    Files.createDirectories(dir);
    try (Stream<Path> found = Files.list(dir)) {
      for (Path file : (Iterable<Path>) found::iterator) {
        takeOver(file);
      }
    }
  }

  /** What was damaged or never finished is no digest. */
  private void takeOver(Path file) throws IOException {
    try {
      BlobDigest action = digest(file.getFileName().toString(), "\\.");
      results.put(action, digest(Files.readString(file), "/"));
    } catch (RuntimeException | java.nio.charset.CharacterCodingException _) {
      Files.delete(file);
    }
  }

  private static BlobDigest digest(String text, String between) {
    String[] parts = text.split(between, 2);
    return new BlobDigest(parts[0], Long.parseLong(parts[1]));
  }

  private Path file(BlobDigest action) {
    return dir.resolve(action.hash() + "." + action.size());
  }

  /**
   * Keeps a result. What it names need not be here yet.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: it names something by no digest, or
   *     what is no tree; it would be of no use to anybody
   */
  void put(BlobDigest action, ActionResult result) throws IOException {
    var _ = new NamedBlobs(blobs).areHere(result);
    byte[] content = result.toByteArray();
    BlobDigest digest = BlobDigest.of(content);
    blobs.store(digest, content);
    put(action, digest);
  }

  private synchronized void put(BlobDigest action, BlobDigest result) throws IOException {
    Path unfinished = dir.resolve(names.incrementAndGet() + UNFINISHED);
    Files.writeString(unfinished, result.toString());
    Files.move(unfinished, file(action), StandardCopyOption.ATOMIC_MOVE);
    results.put(action, result);
    while (results.size() > RESULTS_MAX) {
      Map.Entry<BlobDigest, BlobDigest> oldest = results.entrySet().iterator().next();
      drop(oldest.getKey(), oldest.getValue());
    }
  }

  /** Another result of the action may have come in the meantime, and stays. */
  private synchronized void drop(BlobDigest action, BlobDigest result) throws IOException {
    if (results.remove(action, result)) {
      Files.deleteIfExists(file(action));
    }
  }

  /** Returns a result of which all outputs are still here; they count as used. */
  Optional<ActionResult> get(BlobDigest action) throws IOException {
    BlobDigest digest;
    synchronized (this) {
      digest = results.get(action);
    }
    if (digest == null) {
      return Optional.empty();
    }
    Optional<ActionResult> whole = Optional.empty();
    try {
      whole = read(digest);
    } catch (InvalidProtocolBufferException | StatusRuntimeException e) {
      LOG.warn(
          "the result of the action {} is damaged, and is dropped: {}", action, e.getMessage());
    }
    if (whole.isEmpty()) {
      drop(action, digest);
    }
    return whole;
  }

  private Optional<ActionResult> read(BlobDigest digest) throws IOException {
    byte[] content = DirectoryWalk.read(blobs, digest, NamedBlobs.MESSAGE_BYTES_MAX);
    if (content == null) {
      return Optional.empty();
    }
    ActionResult result = ActionResult.parseFrom(content);
    return new NamedBlobs(blobs).areHere(result) ? Optional.of(result) : Optional.empty();
  }
}
