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
   * What was said, as lines for this room: no more of them, and it says what is left out. A line
   * may be too wide.
   *
   * @param nowMillis epoch ms
   * @param nowNanos a monotonic clock
   */
  List<String> lines(JsonNode said, ScreenRoom room, long nowMillis, long nowNanos);
}
