package dev.rota.domains;

import dev.rota.bots.BotsDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.shards.ShardsDomain;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** The domains; the only place that names them all. */
public final class Domains {
  public static final List<Domain<?, ?, ?>> ALL =
      List.of(
          new CoresDomain(),
          new BotsDomain(),
          new ShardsDomain(),
          new ChunksDomain(Domains::sideBySide));

  private Domains() {}

  /**
   * The topic that takes these records.
   *
   * @param record the name of its schema, such as {@code JobEvent}
   */
  public static String inputTopic(String record) {
    return ALL.stream()
        .flatMap(domain -> domain.wire().inputs().stream())
        .filter(input -> input.schema().getName().equals(record))
        .map(InputTopic::topic)
        .findFirst()
        .orElseThrow();
  }

  /** By as many threads as the machine has cores, of which the caller's is one. */
  private static void sideBySide(int count, IntConsumer part) {
    IntStream.range(0, count).parallel().forEach(part);
  }
}
