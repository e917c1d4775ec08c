package dev.rota.cores.model;

/** What a core is given to: a parachain holds it for good, a parathread for one block. */
public enum OccupantKind {
  PARACHAIN,
  PARATHREAD
}
