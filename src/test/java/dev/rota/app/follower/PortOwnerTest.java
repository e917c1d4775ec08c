package dev.rota.app.follower;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** Whose socket listens. */
class PortOwnerTest {
  private static final String LISTENS =
      "   3: 0100007F:1F9A 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0"
          + " 42 1";

  @Test
  void theUserOfAListeningSocketIsRead() {
    assertThat(PortOwner.owner(LISTENS, 8090)).containsExactly("1001");
    assertThat(PortOwner.owner(LISTENS, 8091)).isEmpty();
    assertThat(PortOwner.owner(LISTENS.replace(" 0A ", " 01 "), 8090)).isEmpty();
    assertThat(PortOwner.owner("  sl  local_address rem_address   st tx_queue", 8090)).isEmpty();
  }

  @Test
  void anOwnSocketIsNotAnothers() throws Exception {
    try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(PortOwner.isOther(own.getLocalPort())).isFalse();
    }
  }
}
