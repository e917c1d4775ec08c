package dev.rota.base.actions;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.BlobFolder;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.DirectoryNode;
import dev.rota.protocols.reapi.FileNode;
import dev.rota.protocols.reapi.SymlinkNode;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lays out the inputs of an action.
 *
 * <p>Directories are read some at a time and forgotten, and files are fetched some at a time, so
 * memory does not grow with their number. A directory may be named many times in a tree, and so a
 * few small ones can make a tree of any size: what is laid out is counted.
 */
final class InputTree implements AutoCloseable {
  private static final int AT_ONCE = 1_000;
  private static final int WINDING_MAX = 10_000;

  private final BlobClient client;
  private final BlobFolder cache;
  private final ActionLimits limits;
  private final ActionUser user;
  private final Path root;
  private final InputSeals seals;
  private final Deque<OpenDirectory> open = new ArrayDeque<>();
  private final List<OpenFile> files = new ArrayList<>();

  /** Links whose ends only the whole tree shows. */
  private final List<Path> winding = new ArrayList<>();

  private int inputs;
  private long bytes;

  /** A directory that is made, and still empty. */
  private record OpenDirectory(Path place, BlobDigest digest) {}

  private record OpenFile(Path place, BlobDigest digest, boolean executable) {}

  /**
   * Makes a tree.
   *
   * @param slot the action's, with an empty root
   */
  InputTree(BlobClient client, BlobFolder cache, ActionLimits limits, ActionSlot slot)
      throws IOException {
    this.client = client;
    this.cache = cache;
    this.limits = limits;
    this.user = slot.user();
    this.root = slot.root();
    this.seals = new InputSeals(root, slot.folder().resolve("inputs"), isShared());
  }

  /** Only a user that cannot write to the cache's files gets links to them. */
  private boolean isShared() {
    return !user.isOwn();
  }

  /** Returns how many bytes of disk the inputs take from others. */
  long bytesShared() {
    return isShared() ? bytes : 0;
  }

  /**
   * Checks that the inputs are what they were.
   *
   * @throws io.grpc.StatusRuntimeException FAILED_PRECONDITION: one is not
   */
  void check(Predicate<Path> mayChange) throws IOException {
    seals.check(mayChange);
  }

  /** Frees what it has open. */
  @Override
  public void close() throws IOException {
    seals.close();
  }

  /**
   * Fills the root.
   *
   * @throws io.grpc.StatusRuntimeException if the tree is not one, is too large, or lacks blobs
   */
  void layOut(BlobDigest digest) throws IOException {
    add(root, digest);
    while (!open.isEmpty()) {
      List<OpenDirectory> some = new ArrayList<>();
      while (!open.isEmpty() && some.size() < AT_ONCE) {
        some.add(open.pop());
      }
      fetch(some.stream().map(OpenDirectory::digest).toList());
      for (OpenDirectory directory : some) {
        fill(directory, read(directory));
      }
    }
    layFiles();
    checkLinks();
  }

  /** Fetches what the cache lacks. */
  private void fetch(List<BlobDigest> blobs) throws IOException {
    Set<BlobDigest> absent = new LinkedHashSet<>(blobs);
    absent.removeIf(cache::has);
    client.fetch(absent, cache);
  }

  private Directory read(OpenDirectory directory) throws IOException {
    BlobDigest digest = directory.digest();
    byte[] message = cache.read(digest);
    if (message == null) {
      // Another action's blobs took the place of this one, or it was damaged.
      message = client.read(digest, limits.directoryBytesMax());
    }
    try {
      return Directory.parseFrom(message);
    } catch (InvalidProtocolBufferException _) {
      throw ActionPath.invalid("the blob", digest.toString(), "is no directory");
    }
  }

  private void fill(OpenDirectory directory, Directory content) throws IOException {
    int more = content.getFilesCount() + content.getDirectoriesCount() + content.getSymlinksCount();
    if (more > limits.inputsMax() - inputs) {
      throw exhausted("more than " + limits.inputsMax() + " inputs");
    }
    inputs += more;
    Set<String> names = new HashSet<>();
    for (DirectoryNode node : content.getDirectoriesList()) {
      Path place = place(directory, node.getName(), names);
      user.makeDirectory(place);
      seals.addDirectory(place);
      add(place, BlobDigest.of(node.getDigest()));
    }
    for (SymlinkNode node : content.getSymlinksList()) {
      Path place = place(directory, node.getName(), names);
      Files.createSymbolicLink(place, target(directory, node, place));
      seals.addSymlink(place);
    }
    for (FileNode node : content.getFilesList()) {
      Path place = place(directory, node.getName(), names);
      add(new OpenFile(place, BlobDigest.of(node.getDigest()), node.getIsExecutable()));
    }
  }

  /** No input may take another one's place: it could be a link to somewhere else. */
  private static Path place(OpenDirectory directory, String name, Set<String> names) {
    if (!names.add(name)) {
      throw ActionPath.invalid("the input", name, "is twice in its directory");
    }
    return ActionPath.child(directory.place(), name);
  }

  /** A link must lead to somewhere below the root, which may be not there. */
  private Path target(OpenDirectory directory, SymlinkNode node, Path place) {
    String text = node.getTarget();
    if (text.isEmpty()) {
      throw ActionPath.invalid("the symbolic link", node.getName(), "has no target");
    }
    String what = "the target of a symbolic link,";
    Path target = ActionPath.path(text, what);
    if (!target.isAbsolute() && LinkResolver.isWinding(target)) {
      if (winding.size() == WINDING_MAX) {
        throw exhausted("more than " + WINDING_MAX + " symbolic links with '..' after a name");
      }
      winding.add(place);
      return target;
    }
    List<String> names = new ArrayList<>();
    if (!directory.place().equals(root)) {
      root.relativize(directory.place()).forEach(name -> names.add(name.toString()));
    }
    ActionPath.below(names, text, what);
    return target;
  }

  /** Every link must lead to somewhere below the root through the others, too. */
  private void checkLinks() throws IOException {
    LinkResolver links = new LinkResolver(root);
    for (Path link : winding) {
      if (links.resolve(link.getParent(), Files.readSymbolicLink(link)) == null) {
        String name = root.relativize(link).toString();
        throw ActionPath.invalid("the symbolic link", name, "leads out of the action's folder");
      }
    }
  }

  private void add(Path place, BlobDigest digest) {
    if (digest.size() > limits.directoryBytesMax()) {
      throw exhausted("a directory of more than " + limits.directoryBytesMax() + " bytes");
    }
    open.push(new OpenDirectory(place, digest));
  }

  private void add(OpenFile file) throws IOException {
    bytes += file.digest().size();
    if (bytes > limits.inputBytesMax()) {
      throw exhausted("more than " + limits.inputBytesMax() + " bytes of inputs");
    }
    files.add(file);
    if (files.size() == AT_ONCE) {
      layFiles();
    }
  }

  private void layFiles() throws IOException {
    fetch(files.stream().map(OpenFile::digest).toList());
    for (OpenFile file : files) {
      // Where actions share a small cache, one may drop what another has just fetched.
      for (int again = 0; !lay(file); again++) {
        if (again == AT_ONCE) {
          throw exhausted("inputs for which the worker's cache is too small");
        }
        client.fetch(List.of(file.digest()), cache);
      }
      seals.addFile(file.place(), file.digest());
    }
    files.clear();
  }

  private boolean lay(OpenFile file) throws IOException {
    return isShared()
        ? cache.link(file.digest(), file.executable(), file.place())
        : cache.copy(file.digest(), file.executable(), file.place());
  }

  private static RuntimeException exhausted(String what) {
    return Status.RESOURCE_EXHAUSTED.withDescription("the action has " + what).asRuntimeException();
  }
}
