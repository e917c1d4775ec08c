package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.EmbeddedException.Reason.FAILED;

import dev.rota.lab.embedded.EmbeddedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topic in which all Schema Registries store schemas. */
final class RegistryTopic {
  static final String NAME = "_schemas";

  private static final Map<String, String> COMPACTED = Map.of("cleanup.policy", "compact");
  private static final int ANSWER_MAX_SECONDS = 60;

  private RegistryTopic() {}

  /** Creates the topic, or checks that an existing one never deletes old records. */
  static void ensure(String bootstrap) {
    try (var admin = Admin.create(Map.of("bootstrap.servers", (Object) bootstrap))) {
      if (!create(admin)) {
        requireCompacted(admin);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new EmbeddedException(
          FAILED,
          "cannot start the registry: the broker at "
              + bootstrap
              + " did not make topic "
              + NAME
              + " ("
              + e.getMessage()
              + "); check that this broker is up",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedException(FAILED, "the registry's start was interrupted; start again", e);
    }
  }

  private static boolean create(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException {
    var topic = new NewTopic(NAME, Optional.of(1), Optional.empty()).configs(COMPACTED);
    try {
      admin.createTopics(List.of(topic)).all().get(ANSWER_MAX_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return false;
      }
      throw e;
    }
  }

  private static void requireCompacted(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException {
    var topic = new ConfigResource(ConfigResource.Type.TOPIC, NAME);
    var policy =
        admin
            .describeConfigs(List.of(topic))
            .all()
            .get(ANSWER_MAX_SECONDS, TimeUnit.SECONDS)
            .get(topic)
            .get("cleanup.policy")
            .value();
    if (!policy.equals("compact")) {
      throw new EmbeddedException(
          FAILED,
          "cannot start the registry: topic "
              + NAME
              + " has cleanup.policy="
              + policy
              + " and would lose schemas; set it to compact with kafka-configs");
    }
  }
}
