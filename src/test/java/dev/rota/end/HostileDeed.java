package dev.rota.end;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Something that a liar does.
 *
 * @param call of which method or program
 * @param what it does
 * @param must a pattern of what must come of it, at its beginning: a status, or OK and a result
 */
record HostileDeed(String call, String what, String must, Deed deed) {
  /** Each status but OK. */
  static final String REFUSAL =
      Arrays.stream(Status.Code.values())
          .filter(code -> code != Status.Code.OK)
          .map(Enum::name)
          .collect(Collectors.joining("|"));

  /** Whatever came of it did no harm. */
  static final String ANYTHING = "OK|" + REFUSAL;

  /** Does it, and says what came of it in words that begin with a status. */
  interface Deed {
    String by(FarmClient liar) throws Exception;
  }

  String name() {
    return call + ": " + what + " → " + must.replace(REFUSAL, "a refusal");
  }

  /** Does it. A refusal is an answer too. */
  String did(FarmClient liar) throws Exception {
    try {
      return deed.by(liar);
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode() + ": " + e.getStatus().getDescription();
    }
  }

  boolean isRight(String came) {
    return came.matches("(?s)(" + must + ")\\b.*");
  }
}
