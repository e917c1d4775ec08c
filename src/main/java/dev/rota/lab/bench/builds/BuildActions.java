package dev.rota.lab.bench.builds;

import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.Command;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Platform;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Actions that differ by their salt alone, so that none joins another. */
final class BuildActions {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private BuildActions() {}

  /** Stores actions of a platform, and returns their digests. */
  static List<Digest> store(int storage, Map<String, String> platform, int count)
      throws IOException {
    Map<BlobDigest, BlobSource> blobs = new LinkedHashMap<>();
    Digest command = add(blobs, Command.newBuilder().addArguments("true").build().toByteArray());
    Platform.Builder properties = Platform.newBuilder();
    platform.forEach(
        (key, value) -> properties.addPropertiesBuilder().setName(key).setValue(value));
    List<Digest> actions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Action action =
          Action.newBuilder()
              .setCommandDigest(command)
              .setInputRootDigest(BlobDigest.EMPTY.message())
              .setSalt(ByteString.copyFromUtf8(Integer.toString(i)))
              .setPlatform(properties)
              .build();
      actions.add(add(blobs, action.toByteArray()));
    }
    ManagedChannel channel = LocalPort.channel(storage);
    try {
      new BlobClient(channel, "", LIMIT).upload(blobs);
    } finally {
      LocalPort.close(channel);
    }
    return actions;
  }

  private static Digest add(Map<BlobDigest, BlobSource> blobs, byte[] bytes) {
    BlobDigest digest = BlobDigest.of(bytes);
    blobs.put(digest, BlobSource.of(bytes));
    return digest.message();
  }
}
