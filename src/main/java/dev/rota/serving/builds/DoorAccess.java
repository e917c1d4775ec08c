package dev.rota.serving.builds;

import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.http.PortTls;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Where a front door listens, and who may do what there.
 *
 * @param at port 0: any free port
 * @param tls null: in plain text
 * @param sessions the same at all front doors of the grid
 */
public record DoorAccess(InetSocketAddress at, PortTls tls, RoleGrants roles, SessionKey sessions) {
  /** Whoever has an account on this machine may do everything. */
  public static DoorAccess local(int port, SessionKey sessions) throws IOException {
    return new DoorAccess(LoopbackAddress.at(port), null, RoleGrants.open(), sessions);
  }
}
