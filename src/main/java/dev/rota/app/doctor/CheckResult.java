package dev.rota.app.doctor;

import dev.rota.kernel.domain.Domain;

/**
 * A finding, and whose it is.
 *
 * @param domain empty: the check is of no domain
 */
record CheckResult(String check, String domain, DoctorFinding finding) {
  static CheckResult of(DoctorCheck check, Domain domain, DoctorFinding finding) {
    return new CheckResult(check.id(), domain == null ? "" : domain.name(), finding);
  }

  /** As reports name it, such as {@code topics.plan bots}. */
  String name() {
    return domain.isEmpty() ? check : check + " " + domain;
  }
}
