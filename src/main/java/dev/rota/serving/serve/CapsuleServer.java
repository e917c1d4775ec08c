package dev.rota.serving.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.http.LoopbackAddress;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The main class of a {@link CapsuleProcess}: a server of capsules alone. It reads the token that
 * each client has to know, prints its address, and ends when its input ends.
 */
final class CapsuleServer {
  private static final Path SACRIFICE = Path.of("/proc/self/oom_score_adj");
  private static final String FIRST = "1000";

  private CapsuleServer() {}

  public static void main(String[] words) throws IOException {
    giveWay();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String token = in.readLine();
    try (LiveServer server =
        LiveServer.start(List.of(), new ServerAccess(LoopbackAddress.at(0), null, token))) {
      PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
      out.println(server.url());
      while (in.read() >= 0) {
        // Nothing more is said. Whoever has started this goes on.
      }
    }
  }

  /** Where the whole machine lacks memory, Linux is to end this process before the engine. */
  private static void giveWay() {
    try {
      if (Files.isWritable(SACRIFICE)) {
        Files.writeString(SACRIFICE, FIRST);
      }
    } catch (IOException _) {
      // It is a courtesy.
    }
  }
}
