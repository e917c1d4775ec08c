package dev.rota.lab.verbs.dev;

import dev.rota.app.run.HttpPortOpener;
import dev.rota.base.http.LoopbackAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.function.IntFunction;

/**
 * A port to listen on. A requested port is never replaced. The default port is replaced by a free
 * one if it is taken.
 *
 * @param asked null: not requested; 0: any free port
 */
record PortChoice(Integer asked, int usual) {
  /**
   * Returns if nobody listens on a requested port. The check comes first: otherwise a user waits
   * for all that starts before the port is opened.
   */
  void requireFree(String flag) {
    if (asked == null || asked == 0) {
      return;
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(LoopbackAddress.at(asked));
    } catch (IOException e) {
      throw HttpPortOpener.taken(LoopbackAddress.HOST, asked, flag, e);
    }
  }

  /** Opens the port. If the default port is taken, opens any free one. */
  <T> T open(IntFunction<T> opening) {
    try {
      return opening.apply(asked == null ? usual : asked);
    } catch (RuntimeException e) {
      if (asked != null || !isTaken(e)) {
        throw e;
      }
      return opening.apply(0);
    }
  }

  /** Returns why the port is not the default one. Empty if it is, or if a port was requested. */
  String remark(String address) {
    return asked != null || address.endsWith(":" + usual) ? "" : ", as " + usual + " is taken";
  }

  private static boolean isTaken(Throwable fault) {
    return fault instanceof BindException
        || (fault.getCause() != null && isTaken(fault.getCause()));
  }
}
