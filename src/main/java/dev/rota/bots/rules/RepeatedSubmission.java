package dev.rota.bots.rules;

import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.Job;
import dev.rota.bots.values.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Compares a repeated submission with the first one of that name, field by field. */
final class RepeatedSubmission {
  private final List<String> differences = new ArrayList<>();

  private RepeatedSubmission() {}

  /**
   * Returns the fields that differ; none if the submission is a duplicate. The cached flag is
   * ignored, because it is no part of the request.
   */
  static List<String> differences(Submit submit, JobSpec spec, Job known) {
    RepeatedSubmission repetition = new RepeatedSubmission();
    JobSpec was = known.spec();
    String first = known.operations().get(0).name();
    boolean joined = known.hasOperation(submit.handle()) && !first.equals(submit.handle());
    if (!joined) {
      repetition.all(was, spec);
      repetition.compare("operation", first, submit.handle());
    } else {
      // For an operation that joined, only the fields used for joining are known.
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
