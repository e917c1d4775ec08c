package dev.rota;

import dev.rota.domain.Domain;
import java.util.List;

/** The domains; the only place that names them all. */
public final class Domains {
  public static final List<Domain<?, ?, ?>> ALL = List.of();

  private Domains() {}
}
