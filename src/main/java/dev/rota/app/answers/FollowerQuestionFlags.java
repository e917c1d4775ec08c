package dev.rota.app.answers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.RootCommand;
import dev.rota.app.follower.FollowerAddressFlags;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The flags of verbs that a running follower answers, too. */
final class FollowerQuestionFlags {
  private static final Executor SOON = CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS);

  @Mixin private FollowerAddressFlags address;

  /** Returns true if a follower is to answer. */
  boolean isAsked() {
    return address.isGiven();
  }

  /**
   * Asks it about a lane.
   *
   * @param query arguments; those that are null are left out
   * @param path words behind the lane
   */
  ObjectNode ask(
      RootCommand root,
      CommandSpec spec,
      String domain,
      String lane,
      Map<String, ?> query,
      String... path)
      throws IOException {
    AtomicBoolean answered = new AtomicBoolean();
    SOON.execute(
        () -> {
          if (!answered.get()) {
            root.note("the follower replays past turns …");
          }
        });
    try {
      String[] words =
          Stream.concat(Stream.of("v1", domain, "lanes", lane), Stream.of(path))
              .toArray(String[]::new);
      return address.follower(spec, null).get(query, words);
    } finally {
      answered.set(true);
    }
  }
}
