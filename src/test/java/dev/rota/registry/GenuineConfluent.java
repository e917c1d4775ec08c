package dev.rota.registry;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.book.DocBlock;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Confluent's genuine serializer, deserializer and Kafka clients (7.0.1), behind a class loader of
 * their own: none of their classes is on ours, none of ours on theirs. Run with {@code -Pinterop};
 * values travel as Avro JSON.
 */
public final class GenuineConfluent implements AutoCloseable {
  private static final Path JARS = Path.of("target", "confluent");

  private final URLClassLoader wall;
  private final BiFunction<String, Object[], Object> side;

  /** Whether the jars are there, which the profile {@code interop} sees to. */
  public static boolean isPresent() {
    return Files.isDirectory(JARS);
  }

  public GenuineConfluent(String registryUrl) throws IOException, ReflectiveOperationException {
    wall = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
    Constructor<?> constructor =
        wall.loadClass(ConfluentSide.class.getName())
            .getDeclaredConstructor(String.class, Map.class);
    constructor.setAccessible(true);
    Map<String, String> classes = ofThePage();
    side = within(() -> side(constructor.newInstance(registryUrl, classes)));
  }

  /** The settings that docs/topics.md shows. */
  private static Map<String, String> ofThePage() throws IOException {
    Properties settings = new Properties();
    settings.load(
        new StringReader(DocBlock.having(Path.of("docs/topics.md"), "io.confluent").text()));
    Map<String, String> classes = new HashMap<>();
    settings.stringPropertyNames().forEach(name -> classes.put(name, settings.getProperty(name)));
    return classes;
  }

  /** The record's value as the genuine serializer writes it, its schema registered. */
  public byte[] serialize(String topic, String schemaJson, String json) {
    return (byte[]) call("serialize", topic, schemaJson, json);
  }

  /** The value as the genuine deserializer reads it, as Avro JSON (a plain value as its text). */
  public String deserialize(String topic, byte[] bytes) {
    return (String) call("deserialize", topic, bytes);
  }

  /** Sends one record with a genuine producer and waits until it is acknowledged. */
  public void produce(String bootstrap, String topic, String key, String schemaJson, String json) {
    call("produce", bootstrap, topic, key, schemaJson, json);
  }

  /** Reads from the beginning, committed only, until so many came or a minute passed. */
  public List<String> consume(String bootstrap, String topic, int count) {
    return ((List<?>) call("consume", bootstrap, topic, count))
        .stream().map(String.class::cast).toList();
  }

  @Override
  public void close() throws IOException {
    wall.close();
  }

  private Object call(String verb, Object... with) {
    try {
      return within(() -> side.apply(verb, with));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the genuine side could not be called", e);
    }
  }

  private interface Step<T> {
    T run() throws ReflectiveOperationException;
  }

  /** Kafka loads the classes named in its configuration by the thread's loader. */
  private <T> T within(Step<T> step) throws ReflectiveOperationException {
    Thread self = Thread.currentThread();
    ClassLoader before = self.getContextClassLoader();
    self.setContextClassLoader(wall);
    try {
      return step.run();
    } finally {
      self.setContextClassLoader(before);
    }
  }

  @SuppressWarnings("unchecked") // the class over there is this one here, compiled once
  private static BiFunction<String, Object[], Object> side(Object made) {
    return (BiFunction<String, Object[], Object>) made;
  }

  /** The plugin's jars, Jackson (which its host would bring) and this class's own directory. */
  private static URL[] classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    try (Stream<Path> files = Files.walk(JARS)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        urls.add(url(jar));
      }
    }
    for (Class<?> type :
        List.of(ObjectMapper.class, JsonFactory.class, JsonProperty.class, ConfluentSide.class)) {
      urls.add(type.getProtectionDomain().getCodeSource().getLocation());
    }
    return urls.toArray(URL[]::new);
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
