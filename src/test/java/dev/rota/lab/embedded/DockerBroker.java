package dev.rota.lab.embedded;

import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/** Kafka's own image in a container; asked for and not to be had, it fails the tests aloud. */
final class DockerBroker implements TestCluster.TestBroker {
  private static final String IMAGE = "apache/kafka:4.3.1";

  private final KafkaContainer container;

  private DockerBroker(KafkaContainer container) {
    this.container = container;
  }

  @SuppressWarnings("resource") // closed with this broker
  static DockerBroker start() {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      var notRun = notRun(callingTest());
      System.out.println(notRun);
      throw new IllegalStateException(
          notRun + "; start one, or leave out -Pdocker to test on the embedded broker");
    }
    var container = new KafkaContainer(IMAGE).withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
    TestCluster.PROMPT_GROUPS.forEach(
        (key, value) ->
            container.withEnv("KAFKA_" + key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
    container.start();
    return new DockerBroker(container);
  }

  @Override
  public String bootstrap() {
    return container.getBootstrapServers();
  }

  @Override
  public String description() {
    return "docker, image " + IMAGE;
  }

  // A restarted container is given another port.
  @Override
  public void restart() {
    Assumptions.abort("not run: a container's broker cannot be restarted at the same address");
  }

  @Override
  public void close() {
    container.close();
  }

  /** The line that says how many tests are missing from this run, and why. */
  static String notRun(Class<?> test) {
    return "not run: %d tests, no Docker engine answers (%s)"
        .formatted(count(test), test.getName());
  }

  private static long count(Class<?> test) {
    var own =
        AnnotationSupport.findAnnotatedMethods(
                test, Testable.class, HierarchyTraversalMode.TOP_DOWN)
            .size();
    return ReflectionSupport.findNestedClasses(test, _ -> true).stream()
        .mapToLong(DockerBroker::count)
        .reduce(own, Long::sum);
  }

  /** The nearest class on the stack that holds tests. */
  static Class<?> callingTest() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(it -> count(it) > 0)
                    .findFirst())
        .orElse(DockerBroker.class);
  }
}
