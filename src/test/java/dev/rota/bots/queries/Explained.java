package dev.rota.bots.queries;

import dev.rota.bots.model.BotsState;
import java.util.Map;

/** Answers that queries give and tests compare. */
public final class Explained {
  private Explained() {}

  public static Map<String, Object> check(BotsState state) {
    return BotsAnswers.check(state);
  }
}
