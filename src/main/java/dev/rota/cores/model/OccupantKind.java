package dev.rota.cores.model;

/** A parachain holds its core permanently, a parathread for one block. */
public enum OccupantKind {
  PARACHAIN,
  PARATHREAD
}
