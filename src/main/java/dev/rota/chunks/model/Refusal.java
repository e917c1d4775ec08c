package dev.rota.chunks.model;

/** Why an input, or a part of one, was refused. */
public enum Refusal {
  BAD_PEER_ID,
  CONFLICT,
  INVALID_ARGUMENT,
  LATE,
  NOT_FOUND,
  OUT_OF_RANGE,
  OVERLAP,
  TOO_LARGE,
  TOO_MANY_LISTINGS,
  TOO_MANY_WORKERS,
  UNSUPPORTED_VALUE
}
