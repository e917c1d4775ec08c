package dev.rota.lab.traffic;

import dev.rota.kernel.domain.Output;
import java.util.List;
import java.util.Optional;

/**
 * Reads one lane's topics turn by turn and checks what readers may rely on. It knows no rules. It
 * sees what no state shows, such as what was published and when.
 */
public interface TopicsObserver {
  /** Finds nothing wrong. */
  TopicsObserver BLIND = (_, _) -> Optional.empty();

  /**
   * Checks the next turn.
   *
   * @param input with its record's own timestamp; its record is null if unreadable
   * @param outputs in order
   * @return what is wrong, or empty
   */
  Optional<String> see(Traffic.Event input, List<Output> outputs);
}
