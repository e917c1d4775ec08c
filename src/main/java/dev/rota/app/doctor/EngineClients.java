package dev.rota.app.doctor;

import dev.rota.road.stream.StreamsSettings;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What the clients of a domain's engines ask of the brokers, with the settings in effect.
 *
 * @param transactionMillis time-out of their transactions
 * @param sessionMillis of a member of the classic protocol
 * @param requestBytes the largest request
 */
record EngineClients(int transactionMillis, int sessionMillis, int requestBytes) {
  static EngineClients of(DoctorContext at) {
    StreamsSettings settings = at.streams();
    StreamsConfig config = new StreamsConfig(settings.streams(at.domain()));
    String group = settings.applicationId(at.domain().name());
    Map<String, Object> producer = config.getProducerConfigs("doctor");
    Map<String, Object> consumer = config.getMainConsumerConfigs(group, "doctor", 0);
    return new EngineClients(
        number(producer, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        number(consumer, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
        number(producer, ProducerConfig.MAX_REQUEST_SIZE_CONFIG));
  }

  private static int number(Map<String, Object> config, String key) {
    return Integer.parseInt(String.valueOf(config.get(key)));
  }
}
