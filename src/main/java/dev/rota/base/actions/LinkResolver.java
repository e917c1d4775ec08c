package dev.rota.base.actions;

import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Follows symbolic links as the kernel does, but not out of the action's folder. What is not there
 * or no directory is passed like a directory: it could become one.
 */
final class LinkResolver {
  /** As Linux has it: what is behind more of them cannot be reached. */
  private static final int LINKS_MAX = 40;

  /** Links on links can make few words into very many. */
  private static final int LOOKS_MAX = 5_000_000;

  /** What bytes that are no text are read as. */
  static final char NO_CHARACTER = '\uFFFD';

  private static final Path UP = Path.of("..");
  private static final Path HERE = Path.of(".");

  private final Path root;
  private int looks;

  /**
   * Makes a resolver.
   *
   * @param root without symbolic links
   */
  LinkResolver(Path root) {
    this.root = root;
  }

  /** Returns whether ".." follows a name: if that is a link, the words alone do not say where. */
  static boolean isWinding(Path path) {
    boolean isNamed = false;
    for (Path name : path) {
      if (name.equals(UP) && isNamed) {
        return true;
      }
      isNamed |= !name.equals(UP) && !name.equals(HERE);
    }
    return false;
  }

  /**
   * Returns where a path leads.
   *
   * @param dir below the root, without symbolic links
   * @return null: out of the root, or by a name that is not UTF-8; of what is not there, a place
   *     that is not there either
   */
  Path resolve(Path dir, Path path) throws IOException {
    Deque<Path> rest = new ArrayDeque<>();
    Path at = enter(dir, path, rest);
    int links = 0;
    int absent = 0;
    while (at != null && !rest.isEmpty()) {
      Path name = rest.pop();
      if (name.equals(HERE) || name.toString().isEmpty()) {
        continue;
      }
      if (name.equals(UP)) {
        absent = Math.max(0, absent - 1);
        if (absent == 0) {
          at = at.equals(root) ? null : at.getParent();
        }
      } else if (absent > 0) {
        absent++;
      } else {
        Path next = at.resolve(name);
        look();
        if (Files.isSymbolicLink(next)) {
          if (++links > LINKS_MAX) {
            return next;
          }
          // What the system says may have two slashes in a row, and then its names have one.
          String target = Files.readSymbolicLink(next).toString();
          boolean isText = target.indexOf(NO_CHARACTER) < 0;
          at = isText ? enter(at, Path.of(target), rest) : null;
        } else {
          absent = Files.exists(next, LinkOption.NOFOLLOW_LINKS) ? 0 : 1;
          at = next;
        }
      }
    }
    return at;
  }

  /** Puts the names of a path before the rest, and returns where they begin. */
  private Path enter(Path dir, Path path, Deque<Path> rest) {
    if (path.isAbsolute() && !path.startsWith(root)) {
      return null;
    }
    int first = path.isAbsolute() ? root.getNameCount() : 0;
    for (int i = path.getNameCount() - 1; i >= first; i--) {
      rest.push(path.getName(i));
    }
    return path.isAbsolute() ? root : dir;
  }

  private void look() {
    if (++looks > LOOKS_MAX) {
      throw Status.RESOURCE_EXHAUSTED
          .withDescription("the action's symbolic links lead through too many others")
          .asRuntimeException();
    }
  }
}
