package dev.rota.base.http;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;

/**
 * Limits the open connections of a port: one more closes the oldest. So nobody can keep others out
 * by holding connections, not even who sends a byte now and then.
 */
final class ConnectionLimiter implements Connection.Listener {
  private final int max;
  private final Set<EndPoint> open = new LinkedHashSet<>();

  ConnectionLimiter(int max) {
    this.max = max;
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection.getEndPoint() instanceof SslConnection.SslEndPoint) {
      return; // within another one, which is counted
    }
    EndPoint oldest = admit(connection.getEndPoint());
    if (oldest != null) {
      oldest.close();
    }
  }

  /** Returns the connection that has to go, or null. */
  private synchronized EndPoint admit(EndPoint connection) {
    open.add(connection);
    if (open.size() <= max) {
      return null;
    }
    EndPoint oldest = open.iterator().next();
    open.remove(oldest);
    return oldest;
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    open.remove(connection.getEndPoint());
  }
}
