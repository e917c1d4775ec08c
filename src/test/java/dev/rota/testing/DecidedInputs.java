package dev.rota.testing;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.RequiredTopics;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;

/** How many inputs the engines of a domain have committed. To ask costs far less than an audit. */
public final class DecidedInputs {
  private static final String APPLICATION = "rota";

  private DecidedInputs() {}

  /** Of all partitions, those of before a restart too; inputs are sent without transactions. */
  public static long count(Admin admin, Domain domain)
      throws ExecutionException, InterruptedException {
    Set<String> inputs =
        domain.wire().inputs().stream().map(InputTopic::topic).collect(Collectors.toSet());
    return admin
        .listConsumerGroupOffsets(RequiredTopics.group(APPLICATION, domain.name()))
        .partitionsToOffsetAndMetadata()
        .get()
        .entrySet()
        .stream()
        .filter(one -> inputs.contains(one.getKey().topic()) && one.getValue() != null)
        .mapToLong(one -> one.getValue().offset())
        .sum();
  }
}
