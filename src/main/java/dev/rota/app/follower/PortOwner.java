package dev.rota.app.follower;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Whose process listens on a port of this machine, as far as the system tells. */
public final class PortOwner {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final Path SELF = Path.of("/proc/self");
  private static final String LISTENS = "0A";
  private static final int STATE = 3;
  private static final int USER = 7;

  private PortOwner() {}

  /** Returns true if another user's process listens there. Where the system does not tell, no. */
  public static boolean isOther(int port) {
    try {
      String self = Files.getAttribute(SELF, "unix:uid").toString();
      List<String> owners =
          TABLES.stream().flatMap(PortOwner::lines).flatMap(line -> owner(line, port)).toList();
      return !owners.isEmpty() && !owners.contains(self);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      return false;
    }
  }

  private static Stream<String> lines(Path table) {
    try {
      return Files.readAllLines(table).stream();
    } catch (IOException _) {
      return Stream.empty();
    }
  }

  /** The user of a socket that listens on the port, as a line of the table says it. */
  static Stream<String> owner(String line, int port) {
    String[] fields = line.strip().split("\\s+", -1);
    boolean listens =
        fields.length > USER
            && fields[STATE].equals(LISTENS)
            && fields[1].endsWith(":%04X".formatted(port));
    return listens ? Stream.of(fields[USER]) : Stream.empty();
  }
}
