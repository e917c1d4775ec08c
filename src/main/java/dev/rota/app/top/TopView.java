package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.follower.FollowerClient;
import java.util.List;

/** What {@code rota top} shows. Each call is answered by what a follower knows then. */
interface TopView {
  /**
   * Asks the follower.
   *
   * @throws dev.rota.app.console.CommandFailure if it does not answer
   */
  JsonNode look(FollowerClient follower);

  /**
   * What was said, as lines of any width.
   *
   * @param room the lines that there is room for: longer lists are cut, so that each part is seen
   * @param nowMillis epoch ms
   * @param nowNanos a monotonic clock
   */
  List<String> lines(JsonNode said, int room, long nowMillis, long nowNanos);
}
