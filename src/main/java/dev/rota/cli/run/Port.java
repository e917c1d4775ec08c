package dev.rota.cli.run;

import java.net.BindException;
import java.util.function.IntFunction;

/**
 * A port to listen on: what was asked for and nothing else, or the usual one, which makes way where
 * another program has it.
 *
 * @param asked null: nobody asked; 0: any free one
 */
record Port(Integer asked, int usual) {
  /** Opens it, or any free one in place of the usual. */
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

  /** Why it is not at the usual one, for people; empty where it is, or was told where to be. */
  String remark(String address) {
    return asked != null || address.endsWith(":" + usual) ? "" : ", as " + usual + " is taken";
  }

  private static boolean isTaken(Throwable fault) {
    return fault instanceof BindException
        || (fault.getCause() != null && isTaken(fault.getCause()));
  }
}
