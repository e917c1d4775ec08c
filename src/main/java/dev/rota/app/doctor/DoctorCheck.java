package dev.rota.app.doctor;

import java.io.IOException;
import java.util.List;

/** One thing that is looked at. It changes nothing that others see. */
interface DoctorCheck {
  /** What must answer before a check can be made. */
  enum Service {
    NONE("nothing"),
    KAFKA("Kafka"),
    /** Who may not see them runs Rota all the same. */
    SETTINGS("what the brokers' settings say"),
    REGISTRY("the schema registry");

    private final String words;

    Service(String words) {
      this.words = words;
    }

    /** Whether Rota cannot run without it. */
    boolean isVital() {
      return this == KAFKA || this == REGISTRY;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Its name in reports and in the documents. */
  String id();

  /** Without it, it is not made. */
  default Service needs() {
    return Service.KAFKA;
  }

  /** What is out of reach unless this check is good. */
  default Service opens() {
    return Service.NONE;
  }

  /** True if it is made for each domain. */
  default boolean isOfDomain() {
    return false;
  }

  /**
   * Looks. What it throws is a finding, too.
   *
   * @return at least one
   */
  List<DoctorFinding> look(DoctorContext at) throws IOException;
}
