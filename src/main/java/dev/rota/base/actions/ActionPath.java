package dev.rota.base.actions;

import dev.rota.base.text.PrintableText;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Names and paths that clients choose. None leads out of the action's folder. */
final class ActionPath {
  private static final int NAME_BYTES_MAX = 255;
  private static final int PATH_BYTES_MAX = 4_000;

  private ActionPath() {}

  static StatusRuntimeException invalid(String what, String path, String why) {
    return Status.INVALID_ARGUMENT
        .withDescription(what + " '" + PrintableText.line(path) + "' " + why)
        .asRuntimeException();
  }

  static StatusRuntimeException unmet(String what, String path, String why) {
    return Status.FAILED_PRECONDITION
        .withDescription(what + " '" + PrintableText.line(path) + "' " + why)
        .asRuntimeException();
  }

  /** Returns the place of an input with this name. */
  static Path child(Path dir, String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
      throw invalid("the input", name, "has no name of a file");
    }
    return resolve(dir, name, "the input");
  }

  private static Path resolve(Path dir, String name, String what) {
    if (name.getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
      throw invalid(what, name, "has a name of more than " + NAME_BYTES_MAX + " bytes");
    }
    try {
      Path child = dir.resolve(name);
      if (child.toString().getBytes(StandardCharsets.UTF_8).length > PATH_BYTES_MAX) {
        throw invalid(what, name, "lies too deep");
      }
      return child;
    } catch (InvalidPathException _) {
      throw invalid(
          what, name, "has a name that this worker cannot write; its locale must be of UTF-8");
    }
  }

  /** Returns a path that is only written, not followed. */
  static Path path(String path, String what) {
    try {
      return Path.of(path);
    } catch (InvalidPathException _) {
      throw invalid(
          what, path, "is a path that this worker cannot write; its locale must be of UTF-8");
    }
  }

  /**
   * Splits a path that is relative to a directory below the root.
   *
   * @return the names from the root on, none of which is "..", "." or empty
   */
  static List<String> below(List<String> dir, String path, String what) {
    if (path.startsWith("/")) {
      throw invalid(what, path, "is absolute");
    }
    List<String> names = new ArrayList<>(dir);
    for (String name : path.split("/", -1)) {
      if (name.equals("..")) {
        if (names.isEmpty()) {
          throw invalid(what, path, "is outside of the action's folder");
        }
        names.remove(names.size() - 1);
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return names;
  }

  /** Returns the place of a path of {@link #below}. */
  static Path place(Path root, List<String> names, String what) {
    Path place = root;
    for (String name : names) {
      place = resolve(place, name, what);
    }
    return place;
  }
}
