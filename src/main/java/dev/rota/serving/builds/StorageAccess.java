package dev.rota.serving.builds;

import dev.rota.base.blobs.BuildChannel.ChannelSecurity;
import java.net.URI;

/**
 * Where blobs and results are.
 *
 * @param storage {@code grpc://HOST:PORT}, or {@code grpcs} for TLS
 * @param actionCache null: as the storage
 * @param security as whom the front door comes, and whom it trusts
 */
public record StorageAccess(URI storage, URI actionCache, ChannelSecurity security) {
  /** A storage that anybody on this machine may use. */
  public static StorageAccess of(URI storage) {
    return new StorageAccess(storage, null, ChannelSecurity.NONE);
  }
}
