package dev.rota.base.actions;

import com.google.protobuf.ByteString;
import dev.rota.base.actions.StreamRecorder.Recording;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Command.OutputDirectoryFormat;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.OutputDirectory;
import dev.rota.protocols.reapi.OutputSymlink;
import dev.rota.protocols.reapi.Tree;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the declared outputs of an action, and describes them. Files are hashed, not held.
 *
 * <p>Whatever has taken a place meanwhile, nothing outside of the root is read, nothing but files,
 * and no file beyond the size that it has at first: the root is held open from before the command
 * runs, and all is opened from there, name by name, through no link.
 */
final class OutputCollector implements AutoCloseable {
  private static final int DEPTH_MAX = 500;

  private final Path root;
  private final List<String> working;
  private final ActionLimits limits;
  private final ActionUser user;
  private final HeldDirectory held;
  private final LinkResolver links;

  /** What the storage has to have, so that others can read the result. */
  private final Map<BlobDigest, BlobSource> blobs = new LinkedHashMap<>();

  private int outputs;
  private long bytes;

  /** What a client says that an output is. */
  private enum DeclaredType {
    FILE,
    DIRECTORY,
    EITHER
  }

  /** Where an output is, and what. */
  private record FoundOutput(
      String path, DeclaredType type, HeldDirectory parent, Path name, PosixFileAttributes is) {}

  /**
   * Makes a collector, before the command runs.
   *
   * @param root without symbolic links
   * @param working the names that lead from the root to the working directory
   */
  OutputCollector(Path root, List<String> working, ActionLimits limits, ActionUser user)
      throws IOException {
    this.root = root;
    this.working = working;
    this.limits = limits;
    this.user = user;
    this.held = HeldDirectory.open(root);
    this.links = new LinkResolver(root);
  }

  /** Returns a test of places: is one that of a declared output, or below it? */
  Predicate<Path> covered(Command command) {
    Set<Path> places = new HashSet<>();
    for (String path : declared(command).keySet()) {
      places.add(
          ActionPath.place(root, ActionPath.below(working, path, "the output"), "the output"));
    }
    return input -> {
      Path place = input;
      while (!places.contains(place) && !place.equals(root)) {
        place = place.getParent();
      }
      return places.contains(place);
    };
  }

  Map<BlobDigest, BlobSource> blobs() {
    return blobs;
  }

  @Override
  public void close() throws IOException {
    held.close();
  }

  private static Map<String, DeclaredType> declared(Command command) {
    Map<String, DeclaredType> declared = new LinkedHashMap<>();
    command.getOutputPathsList().forEach(path -> declared.put(path, DeclaredType.EITHER));
    if (declared.isEmpty()) {
      command.getOutputFilesList().forEach(path -> declared.put(path, DeclaredType.FILE));
      for (String path : command.getOutputDirectoriesList()) {
        if (declared.put(path, DeclaredType.DIRECTORY) == DeclaredType.FILE) {
          throw ActionPath.invalid("the output", path, "is declared as a file and a directory");
        }
      }
    }
    return declared;
  }

  /** Makes the directories that outputs will be in, before the command runs. */
  void prepare(Command command) throws IOException {
    for (String path : declared(command).keySet()) {
      List<String> names = ActionPath.below(working, path, "the output");
      Path place = root;
      for (String name : names.subList(0, Math.max(0, names.size() - 1))) {
        place = ActionPath.place(place, List.of(name), "the output");
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
          user.makeDirectory(place);
        } else if (!Files.isDirectory(place)
            || links.resolve(root, root.relativize(place)) == null) {
          throw ActionPath.invalid("the output", path, "is not in a directory of the action");
        }
      }
    }
  }

  /** Adds the outputs that are there. The first that is none decides: it is named. */
  void collect(Command command, ActionResult.Builder result) throws IOException {
    for (Map.Entry<String, DeclaredType> one : declared(command).entrySet()) {
      try {
        collect(one.getKey(), one.getValue(), command, result);
      } catch (AccessDeniedException e) {
        throw ActionPath.invalid("the output", one.getKey(), "may not be read: " + e.getMessage());
      }
    }
  }

  private void collect(String path, DeclaredType type, Command command, ActionResult.Builder result)
      throws IOException {
    List<String> names = ActionPath.below(working, path, "the output");
    Path place = ActionPath.place(root, names, "the output");
    // Its directory may be behind links, which inputs or the command made.
    Path dir = names.isEmpty() ? root : links.resolve(root, root.relativize(place.getParent()));
    if (dir == null) {
      throw ActionPath.invalid("the output", path, "is outside of the action's folder");
    }
    try (HeldDirectory parent = held.below(dir)) {
      Path name = names.isEmpty() ? HeldDirectory.ITSELF : place.getFileName();
      add(new FoundOutput(path, type, parent, name, parent.attributes(name)), command, result);
    } catch (NoSuchFileException | NotDirectoryException absent) {
      // An output need not be there.
    }
  }

  private void add(FoundOutput found, Command command, ActionResult.Builder result)
      throws IOException {
    count(1);
    if (found.is().isSymbolicLink()) {
      addSymlink(found, result);
    } else if (found.is().isDirectory()) {
      check(found, DeclaredType.FILE, "is a directory, and declared as a file");
      result.addOutputDirectories(directory(command, found));
    } else {
      BlobDigest digest = file(found.parent(), found.name(), found.is());
      check(found, DeclaredType.DIRECTORY, "is a file, and declared as a directory");
      result
          .addOutputFilesBuilder()
          .setPath(found.path())
          .setDigest(digest.message())
          .setIsExecutable(isExecutable(found.is()));
    }
  }

  private static void check(FoundOutput found, DeclaredType other, String why) {
    if (found.type() == other) {
      throw ActionPath.unmet("the output", found.path(), why);
    }
  }

  private static boolean isExecutable(PosixFileAttributes attributes) {
    return attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
  }

  private void addSymlink(FoundOutput found, ActionResult.Builder result) throws IOException {
    String target = target(found.parent(), found.name());
    Path end = links.resolve(found.parent().place(), Path.of(target));
    if (Files.isDirectory(end, LinkOption.NOFOLLOW_LINKS)) {
      check(found, DeclaredType.FILE, "is a link to a directory, and declared as a file");
    } else if (Files.isRegularFile(end, LinkOption.NOFOLLOW_LINKS)) {
      check(found, DeclaredType.DIRECTORY, "is a link to a file, and declared as a directory");
    }
    OutputSymlink link = OutputSymlink.newBuilder().setPath(found.path()).setTarget(target).build();
    result.addOutputSymlinks(link);
    switch (found.type()) {
      case FILE -> result.addOutputFileSymlinks(link);
      case DIRECTORY -> result.addOutputDirectorySymlinks(link);
      case EITHER -> {}
    }
  }

  private String target(HeldDirectory parent, Path name) throws IOException {
    Path link = parent.place().resolve(name);
    Path target = Files.readSymbolicLink(link);
    if (target.isAbsolute()) {
      throw ActionPath.invalid(
          "the output", relative(link), "is a symbolic link to an absolute path, " + target);
    }
    String text = utf8(target);
    if (links.resolve(parent.place(), Path.of(text)) == null) {
      throw ActionPath.invalid(
          "the output", relative(link), "is a symbolic link out of the action's folder: " + text);
    }
    return text;
  }

  private void count(int more) {
    outputs += more;
    if (outputs > limits.outputsMax()) {
      throw exhausted(limits.outputsMax() + " outputs");
    }
  }

  private static RuntimeException exhausted(String what) {
    return Status.RESOURCE_EXHAUSTED
        .withDescription("the action has more than " + what)
        .asRuntimeException();
  }

  private String relative(Path place) {
    return root.relativize(place).toString();
  }

  /** Returns a name as messages have it, which cannot have other bytes than those of UTF-8. */
  private String utf8(Path path) {
    String text = path.toString();
    try {
      if (text.indexOf(LinkResolver.NO_CHARACTER) < 0 || Path.of(text).equals(path)) {
        return text;
      }
    } catch (InvalidPathException sameReason) {
      // As below.
    }
    throw ActionPath.invalid("the output", text, "has a name that is not UTF-8");
  }

  private BlobDigest file(HeldDirectory parent, Path name, PosixFileAttributes is)
      throws IOException {
    Path place = parent.place().resolve(name);
    if (!is.isRegularFile()) {
      throw ActionPath.invalid(
          "the output", relative(place), "is neither a file, a directory nor a symbolic link");
    }
    if (!user.mayRead(place)) {
      throw ActionPath.invalid(
          "the output", relative(place), "is a link to a file that the action may not read");
    }
    take(is.size());
    try (InputStream in = parent.file(name)) {
      BlobDigest digest = BlobDigest.of(in, is.size());
      parent.check(name, is);
      blobs.put(digest, () -> opened(place, is));
      return digest;
    }
  }

  /** Opens it again, if it is still the same. */
  private InputStream opened(Path place, PosixFileAttributes is) throws IOException {
    try (HeldDirectory parent = held.below(place.getParent())) {
      parent.check(place.getFileName(), is);
      return parent.file(place.getFileName());
    }
  }

  private void take(long more) {
    bytes += more;
    if (bytes > limits.outputBytesMax()) {
      throw exhausted(limits.outputBytesMax() + " bytes of outputs");
    }
  }

  /** Takes what the command has said into what is stored. */
  Digest add(Recording said) {
    bytes += said.digest().size();
    blobs.put(said.digest(), said.source());
    return said.digest().message();
  }

  private BlobDigest add(byte[] content) {
    BlobDigest digest = BlobDigest.of(content);
    blobs.put(digest, BlobSource.of(content));
    return digest;
  }

  private OutputDirectory directory(Command command, FoundOutput found) throws IOException {
    Map<BlobDigest, Directory> below = new HashMap<>();
    List<BlobDigest> order = new ArrayList<>();
    Directory top;
    try (HeldDirectory place = found.parent().child(found.name())) {
      top = directory(place, below, order, 0);
    }
    OutputDirectory.Builder output = OutputDirectory.newBuilder().setPath(found.path());
    OutputDirectoryFormat format = command.getOutputDirectoryFormat();
    if (format != OutputDirectoryFormat.DIRECTORY_ONLY) {
      Tree.Builder tree = Tree.newBuilder().setRoot(top);
      order.forEach(digest -> tree.addChildren(below.get(digest)));
      output.setTreeDigest(add(tree.build().toByteArray()).message());
    }
    if (format != OutputDirectoryFormat.TREE_ONLY) {
      below.values().forEach(one -> add(one.toByteArray()));
      output.setRootDirectoryDigest(add(top.toByteArray()).message());
    }
    return output.build();
  }

  private Directory directory(
      HeldDirectory place, Map<BlobDigest, Directory> below, List<BlobDigest> order, int depth)
      throws IOException {
    if (depth > DEPTH_MAX) {
      throw exhausted(DEPTH_MAX + " directories in each other");
    }
    Directory.Builder directory = Directory.newBuilder();
    for (Path child : children(place)) {
      String name = utf8(child);
      PosixFileAttributes is = place.attributes(child);
      if (is.isSymbolicLink()) {
        directory.addSymlinksBuilder().setName(name).setTarget(target(place, child));
      } else if (is.isDirectory()) {
        Directory one;
        try (HeldDirectory next = place.child(child)) {
          one = directory(next, below, order, depth + 1);
        }
        BlobDigest digest = BlobDigest.of(one.toByteArray());
        if (below.put(digest, one) == null) {
          order.add(digest);
        }
        directory.addDirectoriesBuilder().setName(name).setDigest(digest.message());
      } else {
        directory
            .addFilesBuilder()
            .setName(name)
            .setDigest(file(place, child, is).message())
            .setIsExecutable(isExecutable(is));
      }
    }
    return directory.build();
  }

  /** In the order of their bytes: the same content then has the same digest. */
  private List<Path> children(HeldDirectory place) throws IOException {
    List<Path> children = new ArrayList<>();
    try {
      for (Path entry : place.stream()) {
        count(1);
        children.add(entry.getFileName());
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    children.sort(
        Comparator.comparing(
            child -> ByteString.copyFromUtf8(child.toString()),
            ByteString.unsignedLexicographicalComparator()));
    return children;
  }

  /**
   * A directory that stays the same, whatever is put in its place.
   *
   * @param place where it was
   */
  private record HeldDirectory(Path place, SecureDirectoryStream<Path> stream)
      implements AutoCloseable {
    private static final Path ITSELF = Path.of(".");

    @SuppressWarnings("StreamResourceLeak") // whoever holds it closes it
    static HeldDirectory open(Path place) throws IOException {
      DirectoryStream<Path> stream = Files.newDirectoryStream(place);
      if (stream instanceof SecureDirectoryStream<Path> secure) {
        return new HeldDirectory(place, secure);
      }
      stream.close();
      throw new IOException("this system cannot open files below a directory, as actions need");
    }

    HeldDirectory child(Path name) throws IOException {
      return new HeldDirectory(
          name.equals(ITSELF) ? place : place.resolve(name),
          stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns a directory below this one, or this one. */
    HeldDirectory below(Path dir) throws IOException {
      HeldDirectory at = child(ITSELF);
      if (!dir.equals(place)) {
        for (Path name : place.relativize(dir)) {
          try (HeldDirectory parent = at) {
            at = parent.child(name);
          }
        }
      }
      return at;
    }

    PosixFileAttributes attributes(Path name) throws IOException {
      return stream
          .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .readAttributes();
    }

    /** Opens what was seen as a file. */
    InputStream file(Path name) throws IOException {
      return Channels.newInputStream(
          stream.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
    }

    void check(Path name, PosixFileAttributes was) throws IOException {
      PosixFileAttributes is = attributes(name);
      if (!is.isRegularFile()
          || !Objects.equals(is.fileKey(), was.fileKey())
          || is.size() != was.size()
          || !is.lastModifiedTime().equals(was.lastModifiedTime())) {
        throw new IOException(
            "an output has changed while it was stored, by a process that goes on: "
                + place.resolve(name));
      }
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
