package dev.rota.app.clients;

import dev.rota.app.cluster.ClientTimeouts;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;

/** Creates the configured serializer and deserializer for values. */
public final class ValueSerdes {
  private ValueSerdes() {}

  @SuppressWarnings("unchecked") // used only for values
  public static Serializer<Object> serializer(Settings settings) {
    Serializer<Object> values = instance(settings, KnownSettings.SERIALIZER, Serializer.class);
    values.configure(ClientTimeouts.of(settings.registry()), false);
    return values;
  }

  @SuppressWarnings("unchecked") // used only for values
  public static Deserializer<Object> deserializer(Settings settings) {
    Deserializer<Object> values =
        instance(settings, KnownSettings.DESERIALIZER, Deserializer.class);
    values.configure(ClientTimeouts.of(settings.registry()), false);
    return values;
  }

  /** The deserializer of an engine, which reads generated records, but waits for no schema. */
  @SuppressWarnings("unchecked") // used only for values
  public static Deserializer<Object> inputs(Settings settings) {
    SendTargets.requireRegistry(settings);
    Deserializer<Object> values =
        instance(settings, KnownSettings.DESERIALIZER, Deserializer.class);
    Map<String, Object> configs = ClientTimeouts.of(settings.registry());
    configs.putIfAbsent("specific.avro.reader", true);
    values.configure(configs, false);
    return values;
  }

  private static <T> T instance(Settings settings, String name, Class<T> kind) {
    try {
      return Utils.newInstance(settings.text(name), kind);
    } catch (ClassNotFoundException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          name + " cannot be used",
          "no class " + settings.text(name) + " is on the class path",
          "add its jar, or omit the setting",
          e);
    }
  }
}
