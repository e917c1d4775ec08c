package dev.rota.cli;

import dev.rota.Domains;
import dev.rota.book.Rule;
import dev.rota.domain.Input;
import dev.rota.lines.BytesForm;
import dev.rota.stream.Topics;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** The words that flags and arguments may be, for the shells' completion. */
final class Words {
  private Words() {}

  /** Domains, one at a time. */
  static final class OfDomains implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Catalogue.names().iterator();
    }
  }

  /** Domains for flags that take several, or all. */
  static final class OfAllDomains implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(Catalogue.names().stream(), Stream.of("all")).iterator();
    }
  }

  /** Topics of all domains. */
  static final class OfTopics implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(domain -> Topics.of(domain).stream())
          .map(Topics.Spec::name)
          .iterator();
    }
  }

  /** Topics that the domains take their inputs from. */
  static final class OfInputs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Domains.ALL.stream()
          .flatMap(domain -> domain.wire().inputs().stream())
          .map(Input::topic)
          .iterator();
    }
  }

  /** What can be measured. */
  static final class OfBenches implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              Stream.of(BenchCommand.ROAD, BenchCommand.SOAK), Catalogue.names().stream())
          .iterator();
    }
  }

  /** What can be explained. */
  static final class OfVerbs implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      Stream<String> verbs =
          Verbs.ALL.stream().map(verb -> verb.getAnnotation(Command.class).name());
      return Stream.concat(verbs, Stream.of(Help.EXIT_CODES)).iterator();
    }
  }

  /** Rules, each as one word. */
  static final class OfRules implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return HelpRule.book().all().stream().map(Rule::anchor).iterator();
    }
  }

  /** How output is written. */
  static final class OfFormats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return lower(Format.values());
    }
  }

  /** How bytes are written. */
  static final class OfBytesForms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return lower(BytesForm.values());
    }
  }

  /** Shells with a completion. */
  static final class OfShells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return lower(Completion.Shell.values());
    }
  }

  /** As people write them. */
  private static Iterator<String> lower(Enum<?>[] names) {
    return Stream.of(names).map(one -> one.name().toLowerCase(Locale.ROOT)).iterator();
  }
}
