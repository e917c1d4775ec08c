package dev.rota.app.console;

import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingDefinition;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import java.util.Collections;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;

/** Completion candidates that several verbs share. A verb's own candidates are in its class. */
public final class CompletionWords {
  private CompletionWords() {}

  public static final class OfDomains implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return NameLookup.names().iterator();
    }
  }

  /** Domains and {@code all}, for flags that take several. */
  public static final class OfAllDomains implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(NameLookup.names().stream(), Stream.of("all")).iterator();
    }
  }

  public static final class OfTopics implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(domain -> RequiredTopics.of(domain).stream())
          .map(TopicSpec::name)
          .iterator();
    }
  }

  /** Input topics of all domains. */
  public static final class OfInputs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(domain -> domain.wire().inputs().stream())
          .map(InputTopic::topic)
          .iterator();
    }
  }

  /** Kinds of things of all domains. */
  public static final class OfKinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(it -> it.card().why().kinds().stream())
          .distinct()
          .iterator();
    }
  }

  public static final class OfSettings implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return KnownSettings.ALL.stream().map(SettingDefinition::name).iterator();
    }
  }

  /** Not known when the script is made: a shell asks {@code rota completion words}. */
  public static final class Asked implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Collections.emptyIterator();
    }
  }

  public static final class OfFormats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return lower(OutputFormat.values());
    }
  }

  /** Names in lower case, as users type them. */
  public static Iterator<String> lower(Enum<?>[] names) {
    return Stream.of(names).map(one -> one.toString().toLowerCase(Locale.ROOT)).iterator();
  }
}
