package dev.rota.base.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects settings from all sources and builds {@link Settings}. */
public final class SettingsSources {
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

  /** Adds a flag; null: not given. */
  public SettingsSources flag(String flag, String name, Object value) {
    if (value != null) {
      flags.add(new GivenValue(name, value.toString(), flag));
    }
    return this;
  }

  /** Adds {@code key=value} for Kafka's clients. */
  public SettingsSources client(String keyAndValue) {
    int equals = keyAndValue.indexOf('=');
    if (equals <= 0) {
      problems.add("-X needs key=value, such as -X request.timeout.ms=5000");
      return this;
    }
    String key = keyAndValue.substring(0, equals).strip();
    String source = "-X " + key;
    if (SecretKeys.isSecret(key)) {
      problems.add(
          source
              + ": all users of this machine can see a secret on a command line; put it into a"
              + " --config file, or set the key's ROTA_…_FILE variable to a file that contains it");
      return this;
    }
    GivenValue entry = new GivenValue(key, keyAndValue.substring(equals + 1).strip(), source);
    SettingSpelling.file(entry)
        .ifPresentOrElse(flags::add, () -> flags.add(entry.named("kafka." + key)));
    return this;
  }

  /** Adds a {@code .properties} file. Later files take precedence. */
  public SettingsSources file(Path file) {
    files.add(file);
    return this;
  }

  /** Adds the environment. Variables of others are ignored. */
  public SettingsSources environment(Map<String, String> variables) {
    environment = Map.copyOf(variables);
    return this;
  }

  /** Adds a value with lower precedence than given ones and higher than the default. */
  public SettingsSources fallback(String name, String value, String source) {
    fallbacks.add(new GivenValue(name, value, source));
    return this;
  }

  /** Requires these settings. */
  public SettingsSources require(String... names) {
    required.addAll(List.of(names));
    return this;
  }

  /**
   * Refuses settings that would have no effect here.
   *
   * @param why such as {@code rota dev starts its own broker}
   * @param names a name that ends with a dot is a prefix
   */
  public SettingsSources refuse(String why, String... names) {
    for (String name : names) {
      idle.put(name, why);
    }
    return this;
  }

  /**
   * Returns the settings in effect.
   *
   * @throws BadSettings with all problems
   */
  public Settings load() {
    boolean unsafe = "1".equals(environment.get("ROTA_UNSAFE"));
    SettingsMerger merge = new SettingsMerger(problems);
    merge.layer(FLAGS, flags);
    merge.layer(ENVIRONMENT, variables());
    int rank = FILES;
    for (int i = files.size() - 1; i >= 0; i--) {
      merge.layer(rank++, lines(files.get(i)));
    }
    int given = rank;
    merge.layer(rank++, fallbacks);
    merge.layer(rank, defaults());
    Map<String, EffectiveValue> values = merge.values();
    SettingChecks.all(values, required, unsafe, problems);
    values.values().stream().filter(value -> value.rank() < given).forEach(this::heard);
    if (!problems.isEmpty()) {
      throw new BadSettings(problems);
    }
    return new Settings(values, unsafe);
  }

  private void heard(EffectiveValue value) {
    idle.forEach(
        (name, why) -> {
          boolean within = name.endsWith(".") && value.name().startsWith(name);
          if (within || value.name().equals(name)) {
            problems.add(
                "%s: '%s' has no effect here, since %s; unset it"
                    .formatted(value.source(), value.name(), why));
          }
        });
  }

  private List<GivenValue> variables() {
    List<GivenValue> known = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, text) -> {
              if (name.startsWith(KnownSettings.ENVIRONMENT)
                  && !KnownSettings.OTHER_VARIABLES.contains(name)
                  && !text.isBlank()) {
                GivenValue entry = new GivenValue(name, text.strip(), name);
                SettingSpelling.variable(entry)
                    .ifPresentOrElse(
                        known::add, () -> problems.add(SettingSpelling.unknown(entry)));
              }
            });
    return known;
  }

  private List<GivenValue> lines(Path file) {
    List<GivenValue> known = new ArrayList<>();
    for (GivenValue entry : PropertiesFile.read(file, problems)) {
      SettingSpelling.file(entry)
          .ifPresentOrElse(known::add, () -> problems.add(SettingSpelling.unknown(entry)));
    }
    return known;
  }

  private static List<GivenValue> defaults() {
    return KnownSettings.ALL.stream()
        .filter(setting -> !setting.otherwise().isEmpty())
        .map(setting -> new GivenValue(setting.name(), setting.otherwise(), EffectiveValue.DEFAULT))
        .toList();
  }
}
