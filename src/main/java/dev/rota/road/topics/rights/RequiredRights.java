package dev.rota.road.topics.rights;

import dev.rota.base.text.CauseChain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * The rights that a client cannot do without.
 *
 * @param all of the role; optional ones are not required
 * @param kafka the client's settings
 */
public record RequiredRights(TopicRole role, List<AccessRight> all, Map<String, Object> kafka) {
  /**
   * Returns if none is missing. All that are missing are reported at once.
   *
   * @throws UngrantedRights otherwise
   */
  public void check(Admin admin) {
    missing(admin, null)
        .ifPresent(
            lacking -> {
              throw lacking;
            });
  }

  /** Those that are missing, if the fault is that something was not allowed. */
  public Optional<UngrantedRights> behind(Throwable fault, Admin admin) {
    return CauseChain.first(fault, AuthorizationException.class)
        .flatMap(_ -> missing(admin, fault));
  }

  /** Of whom this one is missing. */
  public UngrantedRights lacking(AccessRight one) {
    return new UngrantedRights(role, List.of(one), kafka, null);
  }

  private Optional<UngrantedRights> missing(Admin admin, Throwable cause) {
    List<AccessRight> missing =
        MissingRights.of(admin, all.stream().filter(right -> !right.optional()).toList());
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(new UngrantedRights(role, missing, kafka, cause));
  }
}
