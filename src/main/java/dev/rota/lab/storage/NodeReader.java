package dev.rota.lab.storage;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.protocols.reapi.Digest;
import dev.rota.protocols.reapi.Directory;
import dev.rota.protocols.reapi.DirectoryNode;
import dev.rota.protocols.reapi.FileNode;
import dev.rota.protocols.reapi.Tree;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads what a Directory or a Tree names, one node at a time. As objects, a message of many empty
 * nodes would take twenty times its size.
 */
final class NodeReader {
  private static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private final CodedInputStream in;
  private final Consumer<BlobDigest> files;
  private final Consumer<BlobDigest> directories;

  private NodeReader(byte[] message, Consumer<BlobDigest> files, Consumer<BlobDigest> directories) {
    this.in = CodedInputStream.newInstance(message);
    this.files = files;
    this.directories = directories;
  }

  /**
   * Reads a Directory.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: it is none
   */
  static void directory(
      BlobDigest of, byte[] message, Consumer<BlobDigest> files, Consumer<BlobDigest> below) {
    NodeReader reader = new NodeReader(message, files, below);
    reader.read(of, "Directory", reader::directory);
  }

  /**
   * Reads a Tree, with all of its directories.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT: it is none
   */
  static void tree(BlobDigest of, byte[] message, Consumer<BlobDigest> files) {
    NodeReader reader = new NodeReader(message, files, _ -> {});
    reader.read(of, "Tree", reader::tree);
  }

  /** Takes a field, or not. */
  private interface FieldReading {
    boolean isTaken(int field) throws IOException;
  }

  private void read(BlobDigest of, String type, FieldReading fields) {
    try {
      fields(fields);
    } catch (InvalidProtocolBufferException _) {
      throw StorageCalls.invalid("the blob " + of + " is no " + type);
    } catch (IOException e) {
      throw new AssertionError("an array can be read", e);
    }
  }

  private void fields(FieldReading reading) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      boolean taken =
          WireFormat.getTagWireType(tag) == BYTES
              && reading.isTaken(WireFormat.getTagFieldNumber(tag));
      if (!taken && !in.skipField(tag)) {
        throw new InvalidProtocolBufferException("a group ends that did not begin");
      }
    }
  }

  private void inner(FieldReading reading) throws IOException {
    int limit = in.pushLimit(in.readRawVarint32());
    fields(reading);
    in.popLimit(limit);
  }

  private boolean tree(int field) throws IOException {
    if (field != Tree.ROOT_FIELD_NUMBER && field != Tree.CHILDREN_FIELD_NUMBER) {
      return false;
    }
    inner(this::directory);
    return true;
  }

  private boolean directory(int field) throws IOException {
    if (field == Directory.FILES_FIELD_NUMBER) {
      node(FileNode.DIGEST_FIELD_NUMBER, files);
    } else if (field == Directory.DIRECTORIES_FIELD_NUMBER) {
      node(DirectoryNode.DIGEST_FIELD_NUMBER, directories);
    } else {
      return false;
    }
    return true;
  }

  private void node(int digestField, Consumer<BlobDigest> to) throws IOException {
    Digest.Builder digest = Digest.newBuilder();
    inner(
        field -> {
          if (field != digestField) {
            return false;
          }
          in.readMessage(digest, ExtensionRegistryLite.getEmptyRegistry());
          return true;
        });
    if (!BlobDigest.isValid(digest.build())) {
      throw new InvalidProtocolBufferException("a malformed digest");
    }
    to.accept(BlobDigest.of(digest.build()));
  }
}
