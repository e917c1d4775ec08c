package dev.rota.lab.storage;

import dev.rota.base.blobs.BlobDigest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of resources that are streamed. The instance is not looked at: all share the storage. */
final class BlobResource {
  /** Uploads are kept by their names. */
  static final int CHARS_MAX = 2_000;

  private static final Pattern READ = Pattern.compile("(?:.*/)?blobs/([^/]+)/([0-9]{1,18})");

  private static final Pattern WRITE =
      Pattern.compile("(?:.*/)?uploads/[^/]+/blobs/([^/]+)/([0-9]{1,18})(?:/.*)?");

  private BlobResource() {}

  /** Returns the blob of {@code INSTANCE/blobs/HASH/SIZE}. */
  static BlobDigest read(String name) {
    return digest(READ, name, "blobs/HASH/SIZE");
  }

  /** Returns the blob of {@code INSTANCE/uploads/ID/blobs/HASH/SIZE}, whatever follows. */
  static BlobDigest written(String name) {
    return digest(WRITE, name, "uploads/ID/blobs/HASH/SIZE");
  }

  private static BlobDigest digest(Pattern pattern, String name, String form) {
    if (name.length() > CHARS_MAX) {
      throw StorageCalls.invalid(
          "the name of a resource has more than " + CHARS_MAX + " characters");
    }
    Matcher matcher = pattern.matcher(name);
    if (!matcher.matches()) {
      throw StorageCalls.invalid("the name of a resource is not INSTANCE/" + form);
    }
    return new BlobDigest(matcher.group(1), Long.parseLong(matcher.group(2)));
  }
}
