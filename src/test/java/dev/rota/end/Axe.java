package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Looks for what keeps people from using a page: axe-core, by Deque. */
final class Axe {
  private static final String POM = "/META-INF/maven/org.webjars.npm/axe-core/pom.properties";
  private static final String SCRIPT = "/META-INF/resources/webjars/axe-core/%s/axe.min.js";
  private static final String FAULTS =
      "axe.run(document, {resultTypes: ['violations']}).then(all => all.violations"
          + ".filter(one => ['serious', 'critical'].includes(one.impact))"
          + ".map(one => one.id + ': ' + one.nodes.slice(0, 4)"
          + ".map(node => node.html.slice(0, 160) + ' ' + node.failureSummary).join(' | ')))";

  private final String script;

  private Axe(String script) {
    this.script = script;
  }

  static Axe read() throws IOException {
    Properties pom = new Properties();
    try (InputStream in = Axe.class.getResourceAsStream(POM)) {
      pom.load(in);
    }
    String path = SCRIPT.formatted(pom.getProperty("version"));
    try (InputStream in = Axe.class.getResourceAsStream(path)) {
      return new Axe(new String(in.readAllBytes(), UTF_8));
    }
  }

  /** The serious and critical faults of what the browser shows. */
  List<String> faults(Browser browser) {
    if (!browser.value("typeof axe === 'object'").booleanValue()) {
      browser.value(script + "; true");
    }
    JsonNode found = browser.value(FAULTS);
    if (!found.isArray()) {
      throw new IllegalStateException("axe did not answer: " + found);
    }
    List<String> faults = new ArrayList<>();
    found.forEach(one -> faults.add(one.asText()));
    return faults;
  }
}
