package dev.rota.serving.builds;

import java.net.URI;
import java.nio.file.Path;

/**
 * Where blobs and results are.
 *
 * @param storage {@code grpc://HOST:PORT}, or {@code grpcs} for TLS
 * @param actionCache null: as the storage
 * @param authorities of their certificates, a PEM file; null: those that Java knows
 * @param token that is sent with each call; null: none
 */
public record StorageAccess(URI storage, URI actionCache, Path authorities, String token) {
  /** A storage that anybody on this machine may use. */
  public static StorageAccess of(URI storage) {
    return new StorageAccess(storage, null, null, null);
  }
}
