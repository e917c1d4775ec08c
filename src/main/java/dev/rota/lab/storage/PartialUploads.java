package dev.rota.lab.storage;

import dev.rota.base.blobs.BlobFolder;
import dev.rota.base.blobs.BlobFolder.IncomingBlob;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Uploads that have begun, by the names that clients gave them. One whose client went away may go
 * on by another stream, until too many others have come.
 */
final class PartialUploads {
  private final BlobFolder folder;
  private final int uploadsMax;
  private final long bytesMax;

  /** In the order of their last use. */
  private final Map<String, PartialUpload> uploads = new LinkedHashMap<>(16, 0.75f, true);

  /** Who writes it is the last who began. */
  private static final class PartialUpload {
    private final IncomingBlob blob;
    private Object writer;

    PartialUpload(IncomingBlob blob, Object writer) {
      this.blob = blob;
      this.writer = writer;
    }
  }

  PartialUploads(BlobFolder folder, int uploadsMax, long bytesMax) {
    this.folder = folder;
    this.uploadsMax = uploadsMax;
    this.bytesMax = bytesMax;
  }

  /** Begins an upload, or takes it over from a stream that may be broken. */
  void begin(Object writer, String resource, boolean anew) throws IOException {
    if (anew) {
      forget(resource);
    }
    IncomingBlob fresh = folder.receive(BlobResource.written(resource));
    PartialUpload upload;
    synchronized (this) {
      upload = uploads.computeIfAbsent(resource, _ -> new PartialUpload(fresh, writer));
    }
    synchronized (upload) {
      upload.writer = writer;
    }
    if (upload.blob != fresh) {
      fresh.close();
    }
    dropOldest(resource);
  }

  /** Holds no lock of an upload: two would wait for each other. */
  private void dropOldest(String current) throws IOException {
    for (PartialUpload old : tooMany(current)) {
      abandon(old);
    }
  }

  private synchronized List<PartialUpload> tooMany(String current) {
    long bytes = uploads.values().stream().mapToLong(upload -> upload.blob.size()).sum();
    List<PartialUpload> old = new ArrayList<>();
    Iterator<Map.Entry<String, PartialUpload>> oldest = uploads.entrySet().iterator();
    while (uploads.size() > uploadsMax || bytes > bytesMax) {
      Map.Entry<String, PartialUpload> upload = oldest.next();
      if (upload.getKey().equals(current)) {
        break;
      }
      old.add(upload.getValue());
      bytes -= upload.getValue().blob.size();
      oldest.remove();
    }
    return old;
  }

  /**
   * Writes the next bytes.
   *
   * @return how many there are now
   */
  long write(Object writer, String resource, long offset, byte[] bytes, boolean last)
      throws IOException {
    PartialUpload upload;
    synchronized (this) {
      upload = uploads.get(resource);
    }
    if (upload == null) {
      throw Status.ABORTED.withDescription("the upload was given up").asRuntimeException();
    }
    long committed;
    synchronized (upload) {
      if (upload.writer != writer) {
        throw Status.ABORTED
            .withDescription("another stream has taken the upload over")
            .asRuntimeException();
      }
      if (offset != upload.blob.size()) {
        throw StorageCalls.invalid(
            "the next byte of the upload is " + upload.blob.size() + ", not " + offset);
      }
      try {
        upload.blob.write(bytes, 0, bytes.length);
        if (last) {
          upload.blob.keep();
          forget(resource);
        }
      } catch (IOException | RuntimeException e) {
        forget(resource);
        throw e;
      }
      committed = upload.blob.size();
    }
    dropOldest(resource);
    return committed;
  }

  /** Returns how many bytes of an upload are here. */
  long committed(String resource) {
    PartialUpload upload;
    synchronized (this) {
      upload = uploads.get(resource);
    }
    if (upload == null) {
      throw StorageCalls.absent("the upload");
    }
    synchronized (upload) {
      return upload.blob.size();
    }
  }

  void forget(String resource) throws IOException {
    PartialUpload upload;
    synchronized (this) {
      upload = uploads.remove(resource);
    }
    if (upload != null) {
      abandon(upload);
    }
  }

  private static void abandon(PartialUpload upload) throws IOException {
    synchronized (upload) {
      upload.writer = null;
      upload.blob.close();
    }
  }
}
