package dev.rota.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gathers what is given where, and makes {@link Settings} of it. */
public final class Sources {
  private static final int FLAGS = 0;
  private static final int ENVIRONMENT = 1;
  private static final int FILES = 2;

  private final List<String> problems = new ArrayList<>();
  private final List<GivenValue> flags = new ArrayList<>();
  private final List<GivenValue> fallbacks = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();
  private final List<String> required = new ArrayList<>();
  private final Map<String, String> idle = new TreeMap<>();
  private Map<String, String> environment = Map.of();

  /** A flag's value; null when it was not given. */
  public Sources flag(String flag, String name, Object value) {
    if (value != null) {
      flags.add(new GivenValue(name, value.toString(), flag));
    }
    return this;
  }

  /** {@code key=value} for Kafka's clients. */
  public Sources client(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals <= 0) {
      problems.add("-X needs key=value, such as -X request.timeout.ms=5000");
      return this;
    }
    String key = keyAndValue.substring(0, equals).strip();
    String source = "-X " + key;
    if (Secrets.isSecret(key)) {
      problems.add(
          source
              + ": a secret on a command line is seen by everybody on the machine; put it into a"
              + " --config file, or name a file that holds it in the key's ROTA_…_FILE variable");
      return this;
    }
    GivenValue entry = new GivenValue(key, keyAndValue.substring(equals + 1).strip(), source);
    Naming.file(entry).ifPresentOrElse(flags::add, () -> flags.add(entry.named("kafka." + key)));
    return this;
  }

  /** A {@code .properties} file; a later one wins. */
  public Sources file(Path file) {
    files.add(file);
    return this;
  }

  /** All variables; those that are not ours are left alone. */
  public Sources environment(Map<String, String> variables) {
    environment = Map.copyOf(variables);
    return this;
  }

  /** What to take when nobody says anything; before the built-in default. */
  public Sources fallback(String name, String value, String source) {
    fallbacks.add(new GivenValue(name, value, source));
    return this;
  }

  /** Settings that have to be given. */
  public Sources require(String... names) {
    required.addAll(List.of(names));
    return this;
  }

  /**
   * Settings that would do nothing here, so that giving one is a problem.
   *
   * @param why as in {@code rota dev starts a broker of its own}
   * @param names a name that ends with a dot stands for all that begin with it
   */
  public Sources refuse(String why, String... names) {
    for (String name : names) {
      idle.put(name, why);
    }
    return this;
  }

  /**
   * The settings in effect.
   *
   * @throws BadSettings with everything that is wrong, if anything is
   */
  public Settings load() {
    boolean unsafe = "1".equals(environment.get("ROTA_UNSAFE"));
    Merge merge = new Merge(problems);
    merge.layer(FLAGS, flags);
    merge.layer(ENVIRONMENT, variables());
    int rank = FILES;
    for (int i = files.size() - 1; i >= 0; i--) {
      merge.layer(rank++, lines(files.get(i)));
    }
    int given = rank;
    merge.layer(rank++, fallbacks);
    merge.layer(rank, defaults());
    Map<String, Value> values = merge.values();
    SettingChecks.all(values, required, unsafe, problems);
    values.values().stream().filter(value -> value.rank() < given).forEach(this::heard);
    if (!problems.isEmpty()) {
      throw new BadSettings(problems);
    }
    return new Settings(values, unsafe);
  }

  private void heard(Value value) {
    idle.forEach(
        (name, why) -> {
          boolean within = name.endsWith(".") && value.name().startsWith(name);
          if (within || value.name().equals(name)) {
            problems.add(
                "%s: '%s' does nothing here, for %s; unset it"
                    .formatted(value.source(), value.name(), why));
          }
        });
  }

  private List<GivenValue> variables() {
    List<GivenValue> known = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, text) -> {
              if (name.startsWith(Known.ENVIRONMENT)
                  && !Known.OTHER_VARIABLES.contains(name)
                  && !text.isBlank()) {
                GivenValue entry = new GivenValue(name, text.strip(), name);
                Naming.variable(entry)
                    .ifPresentOrElse(known::add, () -> problems.add(Naming.unknown(entry)));
              }
            });
    return known;
  }

  private List<GivenValue> lines(Path file) {
    List<GivenValue> known = new ArrayList<>();
    for (GivenValue entry : PropertiesFile.read(file, problems)) {
      Naming.file(entry).ifPresentOrElse(known::add, () -> problems.add(Naming.unknown(entry)));
    }
    return known;
  }

  private static List<GivenValue> defaults() {
    return Known.ALL.stream()
        .filter(setting -> !setting.otherwise().isEmpty())
        .map(setting -> new GivenValue(setting.name(), setting.otherwise(), Value.DEFAULT))
        .toList();
  }
}
