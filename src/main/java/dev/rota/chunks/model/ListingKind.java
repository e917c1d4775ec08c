package dev.rota.chunks.model;

public enum ListingKind {
  LISTED,
  REFUSED,
  RECEIVED,
  REPEATED,
  EXPIRED,
  ABORTED,
  REPLACED
}
