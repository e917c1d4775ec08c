package dev.rota.domain;

import java.util.List;
import java.util.Optional;

/**
 * A reader of one lane's topics, turn by turn, who knows what readers may count on and nothing of
 * the rules: what no look at a state can tell, such as what was said and when.
 */
public interface Observer {
  /**
   * The next turn.
   *
   * @param input with its record's own time; its record is null where it cannot be read
   * @param outputs in order
   * @return what is wrong, or nothing
   */
  Optional<String> see(Traffic.Event input, List<Output> outputs);
}
