package dev.rota.app.doctor;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.road.topics.rights.UngrantedRights;
import java.util.List;
import java.util.Locale;

/**
 * What a check has found.
 *
 * @param mend commands and settings that mend it; empty if nothing is to be done
 */
record DoctorFinding(Verdict verdict, String what, List<String> mend) {
  /** What follows from a finding. */
  enum Verdict {
    OK,
    /** Rota runs, and is less safe or slower than it could be. */
    WARN,
    /** Rota does not run, or something does not get better by itself. */
    FAIL,
    /** Nobody says. */
    UNKNOWN;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Copies the list. */
  DoctorFinding {
    mend = List.copyOf(mend);
  }

  /** Nothing is to be done. */
  static DoctorFinding ok(String what) {
    return new DoctorFinding(Verdict.OK, what, List.of());
  }

  /** Rota runs; this mends it. */
  static DoctorFinding warn(String what, String... mend) {
    return new DoctorFinding(Verdict.WARN, what, List.of(mend));
  }

  /** It does not go on; this mends it. */
  static DoctorFinding fail(String what, String... mend) {
    return new DoctorFinding(Verdict.FAIL, what, List.of(mend));
  }

  /** Nobody says; this makes it known. */
  static DoctorFinding unknown(String what, String... mend) {
    return new DoctorFinding(Verdict.UNKNOWN, what, List.of(mend));
  }

  /** Says that rights are missing, with the commands that grant them. */
  static DoctorFinding of(Verdict verdict, UngrantedRights lacking) {
    return new DoctorFinding(verdict, lacking.what(), grants(lacking));
  }

  /** The list of all that a role needs is not of interest: the check has it. */
  private static List<String> grants(UngrantedRights lacking) {
    return lacking
        .fix()
        .lines()
        .skip(1)
        .map(String::strip)
        .filter(line -> !line.startsWith("all that are needed"))
        .toList();
  }

  /**
   * What a check could not do. A configuration that nothing can run with is a failure.
   *
   * @param verdict of all else
   */
  static DoctorFinding of(Verdict verdict, Exception e) {
    CommandFailure failure = FailureTranslator.of(e);
    return new DoctorFinding(
        failure.exit() == ExitCode.CONFIGURATION ? Verdict.FAIL : verdict,
        (failure.what() + ": " + failure.why()).replaceAll("\\s*\\n\\s*", " "),
        failure.fix().lines().map(String::strip).toList());
  }
}
