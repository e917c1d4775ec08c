package dev.rota.serving.builds;

import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.kernel.domain.NameCheck;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a worker calls a lease: its job, a dot and the attempt. So a late report of an earlier
 * attempt is not taken for one of a later.
 */
record LeaseName(String job, int attempt) {
  private static final Pattern FORM = Pattern.compile("(.*)\\.([0-9]{1,9})", Pattern.DOTALL);

  static LeaseName of(Leased lease) {
    Job job = lease.job();
    return new LeaseName(job.name(), job.attempt());
  }

  /** Reads a name. Returns null if no lease of any grid can have it. */
  static LeaseName of(String id) {
    Matcher form = FORM.matcher(id);
    return form.matches() && NameCheck.wrong("job", form.group(1)) == null
        ? new LeaseName(form.group(1), Integer.parseInt(form.group(2)))
        : null;
  }

  @Override
  public String toString() {
    return job + "." + attempt;
  }
}
