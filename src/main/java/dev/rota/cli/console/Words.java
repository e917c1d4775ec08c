package dev.rota.cli.console;

import dev.rota.domain.Input;
import dev.rota.domains.Domains;
import dev.rota.topics.Topics;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The words that flags and arguments of several verbs may be, for the shells' completion. What only
 * one verb takes is named beside it.
 */
public final class Words {
  private Words() {}

  /** Domains, one at a time. */
  public static final class OfDomains implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Catalogue.names().iterator();
    }
  }

  /** Domains for flags that take several, or all. */
  public static final class OfAllDomains implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Catalogue.names().stream(), Stream.of("all")).iterator();
    }
  }

  /** Topics of all domains. */
  public static final class OfTopics implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(domain -> Topics.of(domain).stream())
          .map(Topics.Spec::name)
          .iterator();
    }
  }

  /** Topics that the domains take their inputs from. */
  public static final class OfInputs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(domain -> domain.wire().inputs().stream())
          .map(Input::topic)
          .iterator();
    }
  }

  /** How output is written. */
  public static final class OfFormats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return lower(Format.values());
    }
  }

  /** As people write them. */
  public static Iterator<String> lower(Enum<?>[] names) {
    return Stream.of(names).map(one -> one.name().toLowerCase(Locale.ROOT)).iterator();
  }
}
