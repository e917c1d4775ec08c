package dev.rota.road.stream.rows;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The context in which a store is opened, but for how it is restored.
 *
 * @param restoring takes the records of the changelog instead of the store
 */
public record RestoringContext(StateStoreContext of, StateRestoreCallback restoring)
    implements StateStoreContext {
  @Override
  public void register(StateStore store, StateRestoreCallback unused) {
    of.register(store, restoring);
  }

  @Override
  public void register(StateStore store, StateRestoreCallback unused, CommitCallback commit) {
    of.register(store, restoring, commit);
  }

  @Override
  public String applicationId() {
    return of.applicationId();
  }

  @Override
  public TaskId taskId() {
    return of.taskId();
  }

  @Override
  public Optional<RecordMetadata> recordMetadata() {
    return of.recordMetadata();
  }

  @Override
  public Serde<?> keySerde() {
    return of.keySerde();
  }

  @Override
  public Serde<?> valueSerde() {
    return of.valueSerde();
  }

  @Override
  public File stateDir() {
    return of.stateDir();
  }

  @Override
  public StreamsMetrics metrics() {
    return of.metrics();
  }

  @Override
  public Map<String, Object> appConfigs() {
    return of.appConfigs();
  }

  @Override
  public Map<String, Object> appConfigsWithPrefix(String prefix) {
    return of.appConfigsWithPrefix(prefix);
  }
}
