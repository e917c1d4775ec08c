package dev.rota.base.actions;

import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Command.OutputDirectoryFormat;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.OutputDirectory;
import dev.rota.protocols.reapi.OutputSymlink;
import dev.rota.protocols.reapi.Tree;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the declared outputs of an action, and describes them. Files are hashed, not held. */
final class OutputCollector {
  private static final int DEPTH_MAX = 500;

  private final Path root;
  private final List<String> working;
  private final ActionLimits limits;
  private final ActionUser user;

  /** What the storage has to have, so that others can read the result. */
  private final Map<BlobDigest, BlobSource> blobs = new LinkedHashMap<>();

  private int outputs;
  private long bytes;

  /**
   * Makes a collector.
   *
   * @param working the names that lead from the root to the working directory
   */
  OutputCollector(Path root, List<String> working, ActionLimits limits, ActionUser user) {
    this.root = root;
    this.working = working;
    this.limits = limits;
    this.user = user;
  }

  /** Returns a test of places: is one that of a declared output, or below it? */
  Predicate<Path> covered(Command command) {
    Set<Path> places = new HashSet<>();
    for (String path : declared(command)) {
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

  private static Set<String> declared(Command command) {
    Set<String> paths = new LinkedHashSet<>(command.getOutputPathsList());
    if (paths.isEmpty()) {
      paths.addAll(command.getOutputFilesList());
      paths.addAll(command.getOutputDirectoriesList());
    }
    return paths;
  }

  /** Makes the directories that outputs will be in, before the command runs. */
  void prepare(Command command) throws IOException {
    for (String path : declared(command)) {
      List<String> names = ActionPath.below(working, path, "the output");
      Path place = root;
      for (String name : names.subList(0, Math.max(0, names.size() - 1))) {
        place = ActionPath.place(place, List.of(name), "the output");
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
          user.makeDirectory(place);
        } else if (!Files.isDirectory(place) || !isInside(place)) {
          throw ActionPath.invalid("the output", path, "is not in a directory of the action");
        }
      }
    }
  }

  /** Follows links that inputs or the command made. */
  private boolean isInside(Path place) throws IOException {
    return place.toRealPath().startsWith(root.toRealPath());
  }

  /** Adds the outputs that are there. */
  void collect(Command command, ActionResult.Builder result) throws IOException {
    for (String path : declared(command)) {
      List<String> names = ActionPath.below(working, path, "the output");
      Path place = ActionPath.place(root, names, "the output");
      if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      if (!isInside(names.isEmpty() ? place : place.getParent())) {
        throw ActionPath.invalid("the output", path, "is outside of the action's folder");
      }
      PosixFileAttributes attributes = attributes(place);
      if (attributes.isSymbolicLink()) {
        addSymlink(command, path, place, result);
      } else if (attributes.isDirectory()) {
        result.addOutputDirectories(directory(command, path, place));
      } else {
        BlobDigest digest = file(place, attributes);
        result
            .addOutputFilesBuilder()
            .setPath(path)
            .setDigest(digest.message())
            .setIsExecutable(isExecutable(attributes));
      }
    }
  }

  private static PosixFileAttributes attributes(Path place) throws IOException {
    return Files.readAttributes(place, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isExecutable(PosixFileAttributes attributes) {
    return attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
  }

  private void addSymlink(Command command, String path, Path place, ActionResult.Builder result)
      throws IOException {
    OutputSymlink link = OutputSymlink.newBuilder().setPath(path).setTarget(target(place)).build();
    result.addOutputSymlinks(link);
    if (command.getOutputPathsCount() > 0) {
      return;
    }
    if (command.getOutputDirectoriesList().contains(path)) {
      result.addOutputDirectorySymlinks(link);
    } else {
      result.addOutputFileSymlinks(link);
    }
  }

  private String target(Path link) throws IOException {
    count();
    Path target = Files.readSymbolicLink(link);
    if (target.isAbsolute()) {
      throw ActionPath.invalid(
          "the output", relative(link), "is a symbolic link to an absolute path, " + target);
    }
    return utf8(target);
  }

  private void count() {
    outputs++;
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
      if (path.getFileSystem().getPath(text).equals(path)) {
        return text;
      }
    } catch (InvalidPathException sameReason) {
      // As below.
    }
    throw ActionPath.invalid("the output", text, "has a name that is not UTF-8");
  }

  private BlobDigest file(Path place, PosixFileAttributes attributes) throws IOException {
    count();
    if (!attributes.isRegularFile()) {
      throw ActionPath.invalid(
          "the output", relative(place), "is neither a file, a directory nor a symbolic link");
    }
    if (!user.mayRead(place)) {
      throw ActionPath.invalid(
          "the output", relative(place), "is a link to a file that the action may not read");
    }
    bytes += attributes.size();
    if (bytes > limits.outputBytesMax()) {
      throw exhausted(limits.outputBytesMax() + " bytes of outputs");
    }
    return add(place);
  }

  /** Takes a file into what is stored. */
  BlobDigest add(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      BlobDigest digest = BlobDigest.of(in);
      blobs.put(digest, BlobSource.of(file));
      return digest;
    }
  }

  private BlobDigest add(byte[] content) {
    BlobDigest digest = BlobDigest.of(content);
    blobs.put(digest, BlobSource.of(content));
    return digest;
  }

  private OutputDirectory directory(Command command, String path, Path place) throws IOException {
    Map<BlobDigest, Directory> below = new HashMap<>();
    List<BlobDigest> order = new ArrayList<>();
    Directory top = directory(place, below, order, 0);
    OutputDirectory.Builder output = OutputDirectory.newBuilder().setPath(path);
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
      Path place, Map<BlobDigest, Directory> below, List<BlobDigest> order, int depth)
      throws IOException {
    count();
    if (depth > DEPTH_MAX) {
      throw exhausted(DEPTH_MAX + " directories in each other");
    }
    Directory.Builder directory = Directory.newBuilder();
    for (Path child : children(place)) {
      String name = utf8(child.getFileName());
      PosixFileAttributes attributes = attributes(child);
      if (attributes.isSymbolicLink()) {
        directory.addSymlinksBuilder().setName(name).setTarget(target(child));
      } else if (attributes.isDirectory()) {
        Directory one = directory(child, below, order, depth + 1);
        BlobDigest digest = BlobDigest.of(one.toByteArray());
        if (below.put(digest, one) == null) {
          order.add(digest);
        }
        directory.addDirectoriesBuilder().setName(name).setDigest(digest.message());
      } else {
        directory
            .addFilesBuilder()
            .setName(name)
            .setDigest(file(child, attributes).message())
            .setIsExecutable(isExecutable(attributes));
      }
    }
    return directory.build();
  }

  /** In the order of their bytes: the same content then has the same digest. */
  private List<Path> children(Path place) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
      for (Path entry : entries) {
        children.add(entry);
        if (children.size() > limits.outputsMax()) {
          throw exhausted(limits.outputsMax() + " outputs");
        }
      }
    }
    children.sort(
        Comparator.comparing(
            child -> ByteString.copyFromUtf8(child.getFileName().toString()),
            ByteString.unsignedLexicographicalComparator()));
    return children;
  }
}
