package dev.rota.lab.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The records that an application has written, with transaction markers.
 *
 * @param all on its topics and changelogs
 * @param outputs on output topics
 */
record WrittenRecords(long all, long outputs) {
  /**
   * Counts them.
   *
   * @param outputs topics
   * @param others topics
   * @param application the prefix of its changelogs
   */
  static WrittenRecords of(
      Map<String, Object> kafka,
      int partitions,
      List<String> outputs,
      List<String> others,
      String application) {
    try (Admin admin = Admin.create(kafka)) {
      List<String> more = new ArrayList<>(others);
      for (String name : admin.listTopics().names().get()) {
        if (name.startsWith(application + "-")) {
          more.add(name);
        }
      }
      long written = ends(admin, outputs, partitions);
      return new WrittenRecords(written + ends(admin, more, partitions), written);
    } catch (ExecutionException | InterruptedException e) {
      throw new KafkaException("cannot count written records", e);
    }
  }

  private static long ends(Admin admin, List<String> topics, int partitions)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (String topic : topics) {
      IntStream.range(0, partitions)
          .forEach(p -> asked.put(new TopicPartition(topic, p), OffsetSpec.latest()));
    }
    return admin.listOffsets(asked).all().get().values().stream()
        .mapToLong(end -> end.offset())
        .sum();
  }

  WrittenRecords since(WrittenRecords before) {
    return new WrittenRecords(all - before.all, outputs - before.outputs);
  }
}
