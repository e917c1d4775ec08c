package dev.rota.road.topics;

import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.FenceProducersResult;
import org.apache.kafka.common.KafkaException;

/** Ends what producers that are gone left open. */
public final class ProducerFencing {
  private ProducerFencing() {}

  /**
   * Fences these producers. All are asked before an answer is awaited.
   *
   * @param ids transactional ids
   * @param failure what a refusal means
   * @throws KafkaException with that text, and with the first refusal as its cause
   */
  public static void fence(
      Admin admin, Collection<String> ids, FenceProducersOptions options, String failure) {
    // Of several in one request, once one was refused, the client pauses before each.
    List<FenceProducersResult> all =
        ids.stream().map(id -> admin.fenceProducers(List.of(id), options)).toList();
    all.forEach(one -> AdminAnswer.of(one.all(), failure));
  }
}
