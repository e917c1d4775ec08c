package dev.rota.bots.rules;

import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.Job;
import dev.rota.bots.values.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a submission under a name that is taken has that the first one had not, field by field. */
final class Repetition {
  private final List<String> differences = new ArrayList<>();

  private Repetition() {}

  /**
   * In which fields they differ; none: it is the same once more. That a result is there already is
   * nothing that was asked for.
   */
  static List<String> differences(Submit submit, JobSpec spec, Job known) {
    Repetition repetition = new Repetition();
    JobSpec was = known.spec();
    String first = known.operations().get(0).name();
    boolean joined = known.hasOperation(submit.handle()) && !first.equals(submit.handle());
    if (!joined) {
      repetition.all(was, spec);
      repetition.compare("operation", first, submit.handle());
    } else {
      // Of one that joined, only what it joined by is known.
      repetition.compare("action", was.action(), spec.action());
      repetition.compare("doNotCache", !was.cacheable(), !spec.cacheable());
    }
    return repetition.differences;
  }

  private void all(JobSpec was, JobSpec is) {
    compare("job", was.name(), is.name());
    compare("instance", was.instance(), is.instance());
    compare("priority", was.priority(), is.priority());
    compare("label", was.label(), is.label());
    compare("properties", was.needs(), is.needs());
    compare("localityHint", was.hint(), is.hint());
    compare("action", was.action(), is.action());
    compare("doNotCache", !was.cacheable(), !is.cacheable());
    compare("timeoutMs", was.timeoutMillis(), is.timeoutMillis());
  }

  private void compare(String field, Object was, Object is) {
    if (!Objects.equals(was, is)) {
      differences.add(field + ": was " + said(was) + ", is " + said(is));
    }
  }

  private static Object said(Object value) {
    return value == null ? "none" : value;
  }
}
