package dev.rota;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whatever class of Kafka's clients a setting names, the program has all that it needs. */
class KafkaClassesIT {
  private static final Path LIB = Path.of("target/lib");
  private static final Path LIST = Path.of("src/main/resources/META-INF/THIRD-PARTY.txt");

  /** Kinds of classes that settings of clients name, or that such classes name in turn. */
  private static final List<String> KINDS =
      List.of(
          "javax.security.auth.spi.LoginModule",
          "org.apache.kafka.clients.consumer.ConsumerInterceptor",
          "org.apache.kafka.clients.consumer.ConsumerPartitionAssignor",
          "org.apache.kafka.clients.producer.Partitioner",
          "org.apache.kafka.clients.producer.ProducerInterceptor",
          "org.apache.kafka.common.config.provider.ConfigProvider",
          "org.apache.kafka.common.metrics.MetricsReporter",
          "org.apache.kafka.common.network.ChannelBuilder",
          "org.apache.kafka.common.security.auth.AuthenticateCallbackHandler",
          "org.apache.kafka.common.security.auth.Login",
          "org.apache.kafka.common.security.auth.SecurityProviderCreator",
          "org.apache.kafka.common.security.auth.SslEngineFactory",
          "org.apache.kafka.common.security.oauthbearer.JwtRetriever",
          "org.apache.kafka.common.security.oauthbearer.JwtValidator",
          "org.apache.kafka.common.serialization.Deserializer",
          "org.apache.kafka.common.serialization.Serializer",
          "org.apache.kafka.common.compress.Compression");

  private static List<Path> jars;
  private static URLClassLoader program;
  private static List<String> names;

  /** What the program runs with: without the tests' own libraries. */
  @BeforeAll
  static void open() throws IOException {
    try (Stream<Path> built = Files.isDirectory(LIB) ? Files.list(LIB) : listed()) {
      jars = built.sorted().toList();
    }
    program =
        new URLClassLoader(
            jars.stream().map(KafkaClassesIT::url).toArray(URL[]::new),
            ClassLoader.getPlatformClassLoader());
    names = new ArrayList<>();
    for (Path jar : jars) {
      if (jar.getFileName().toString().matches("kafka-(clients|streams)-.*")) {
        names.addAll(classes(jar)); // what is shaded in is whole, or nobody calls it
      }
    }
    assertThat(names).hasSizeGreaterThan(2_000);
  }

  /** Login modules register mechanisms for the whole JVM, which knows each by one name only. */
  @AfterAll
  static void close() throws IOException {
    for (Provider provider : Security.getProviders()) {
      if (provider.getClass().getClassLoader() == program) {
        Security.removeProvider(provider.getName());
      }
    }
    program.close();
  }

  @Test
  void whatKafkasClientsReferToIsThere() throws IOException {
    Set<String> wanted = new TreeSet<>();
    for (String name : names) {
      try (InputStream in = program.getResourceAsStream(name + ".class")) {
        wanted.addAll(references(new DataInputStream(in)));
      }
    }
    wanted.removeIf(name -> program.getResource(name + ".class") != null || isOfTheJdk(name));
    assertThat(wanted).isEmpty();
  }

  @Test
  void whatASettingMayNameIsLoadedAndMade() throws Exception {
    Set<String> found = new HashSet<>();
    List<String> failed = new ArrayList<>();
    for (String kind : KINDS) {
      Class<?> type = Class.forName(kind, false, program);
      for (String name : names) {
        Class<?> one = Class.forName(name.replace('/', '.'), false, program);
        if (type.isAssignableFrom(one) && !Modifier.isAbstract(one.getModifiers())) {
          found.add(kind);
          try {
            make(Class.forName(one.getName(), true, program));
          } catch (LinkageError e) {
            failed.add(one.getName() + ": " + e);
          }
        }
      }
    }
    assertThat(failed).isEmpty();
    assertThat(found).as("kinds that Kafka ships").hasSizeGreaterThan(13);
  }

  private static void make(Class<?> one) throws ReflectiveOperationException {
    assertThat(one.getDeclaredMethods()).isNotNull(); // their types are loaded
    for (var constructor : one.getConstructors()) {
      if (constructor.getParameterCount() == 0 && Modifier.isPublic(one.getModifiers())) {
        constructor.newInstance();
      }
    }
  }

  private static boolean isOfTheJdk(String name) {
    try {
      Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
      return true;
    } catch (ClassNotFoundException _) {
      return false;
    }
  }

  /** The classes that a class file's pool of constants names. */
  private static Set<String> references(DataInputStream in) throws IOException {
    in.readLong(); // magic number and version
    int count = in.readUnsignedShort();
    String[] texts = new String[count];
    List<Integer> classes = new ArrayList<>();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[i] = in.readUTF();
        case 7 -> classes.add(in.readUnsignedShort());
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // takes two places
        }
        default -> throw new IOException("no constant has the tag " + tag);
      }
    }
    return classes.stream()
        .map(at -> texts[at].replaceAll("^\\[+L?|;$", ""))
        .filter(name -> name.length() > 1)
        .collect(Collectors.toSet());
  }

  private static List<String> classes(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(".class") && !name.matches("(META-INF|.*/shaded)/.*"))
          .map(name -> name.replaceFirst("\\.class$", ""))
          .toList();
    }
  }

  /** Before anything is packaged: those of our own class path that the program brings along. */
  private static Stream<Path> listed() throws IOException {
    Set<String> own =
        Files.readAllLines(LIST).stream()
            .map(line -> line.split("[: ]", -1))
            .filter(words -> words.length > 3)
            .map(words -> words[1] + "-" + words[2] + ".jar")
            .collect(Collectors.toSet());
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(jar -> own.contains(jar.getFileName().toString()));
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
