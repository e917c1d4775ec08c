package dev.rota.lab.storage;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.FileNode;
import dev.rota.protocols.reapi.OutputDirectory;
import dev.rota.protocols.reapi.OutputFile;
import dev.rota.protocols.reapi.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Results of actions. A result is a blob like others, so that it is checked like others, and for
 * each action a file names it. The least recently used are dropped.
 */
final class ResultFolder {
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
    } catch (RuntimeException | java.nio.charset.CharacterCodingException e) {
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

  synchronized void put(BlobDigest action, ActionResult result) throws IOException {
    byte[] content = result.toByteArray();
    BlobDigest digest = BlobDigest.of(content);
    blobs.store(digest, content);
    Path unfinished = dir.resolve(names.incrementAndGet() + UNFINISHED);
    Files.writeString(unfinished, digest.toString());
    Files.move(unfinished, file(action), StandardCopyOption.ATOMIC_MOVE);
    results.put(action, digest);
    while (results.size() > RESULTS_MAX) {
      drop(results.keySet().iterator().next());
    }
  }

  private synchronized void drop(BlobDigest action) throws IOException {
    results.remove(action);
    Files.deleteIfExists(file(action));
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
    byte[] content = blobs.read(digest);
    if (content != null) {
      ActionResult result = ActionResult.parseFrom(content);
      if (isWhole(result)) {
        return Optional.of(result);
      }
    }
    drop(action);
    return Optional.empty();
  }

  private boolean isWhole(ActionResult result) throws IOException {
    Set<Digest> needed = new HashSet<>();
    result.getOutputFilesList().stream().map(OutputFile::getDigest).forEach(needed::add);
    if (result.hasStdoutDigest()) {
      needed.add(result.getStdoutDigest());
    }
    if (result.hasStderrDigest()) {
      needed.add(result.getStderrDigest());
    }
    for (OutputDirectory directory : result.getOutputDirectoriesList()) {
      if (!addFiles(directory, needed)) {
        return false;
      }
    }
    return needed.stream().allMatch(digest -> blobs.has(BlobDigest.of(digest)));
  }

  /** Returns false if one of its directories is not here. */
  private boolean addFiles(OutputDirectory directory, Set<Digest> needed) throws IOException {
    if (directory.hasTreeDigest()) {
      byte[] content = blobs.read(BlobDigest.of(directory.getTreeDigest()));
      if (content == null) {
        return false;
      }
      Tree tree = Tree.parseFrom(content);
      Stream.concat(Stream.of(tree.getRoot()), tree.getChildrenList().stream())
          .flatMap(one -> one.getFilesList().stream())
          .map(FileNode::getDigest)
          .forEach(needed::add);
    }
    if (!directory.hasRootDirectoryDigest()) {
      return true;
    }
    Set<Digest> seen = new HashSet<>(List.of(directory.getRootDirectoryDigest()));
    Deque<Digest> next = new ArrayDeque<>(seen);
    while (!next.isEmpty()) {
      byte[] content = blobs.read(BlobDigest.of(next.poll()));
      if (content == null) {
        return false;
      }
      Directory one = Directory.parseFrom(content);
      one.getFilesList().forEach(file -> needed.add(file.getDigest()));
      one.getDirectoriesList().stream()
          .map(below -> below.getDigest())
          .filter(seen::add)
          .forEach(next::add);
    }
    return true;
  }
}
