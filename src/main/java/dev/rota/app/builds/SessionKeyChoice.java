package dev.rota.app.builds;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.trust.KeyFile;
import dev.rota.app.trust.TokenFile;
import dev.rota.base.files.OwnerOnlyDirectories;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.serving.builds.SessionKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which secret makes the names of sessions: one that all front doors of the grid have, and none of
 * their workers and clients. So no token makes it.
 */
public final class SessionKeyChoice {
  private static final Logger LOG = LoggerFactory.getLogger(SessionKeyChoice.class);
  private static final String FILE = "session.key";

  private SessionKeyChoice() {}

  /**
   * Returns the key of the file that is set, else of the key of TLS, else of all front doors that
   * this user runs on this machine.
   *
   * @param home Rota's directory
   */
  public static SessionKey of(Settings settings, Path home) throws IOException {
    String file = settings.text(KnownSettings.BUILDS_SESSION_KEY);
    if (!file.isEmpty()) {
      return SessionKey.of(TokenFile.read(Path.of(file)).getBytes(UTF_8));
    }
    String tls = settings.text(KnownSettings.BUILDS_KEY);
    return tls.isEmpty() ? ofMachine(home) : SessionKey.of(Files.readAllBytes(Path.of(tls)));
  }

  private static SessionKey ofMachine(Path home) {
    Path file = home.resolve(FILE);
    try {
      return SessionKey.of(kept(file));
    } catch (IOException e) {
      LOG.warn(
          "the secret of session names cannot be kept in {}: {}; so sessions end when this front"
              + " door does, and others do not know them; set {}",
          file,
          e.toString(),
          KnownSettings.BUILDS_SESSION_KEY);
      return SessionKey.random();
    }
  }

  /** Makes it once. A lock of a file is the process's, so its threads wait for each other. */
  private static synchronized byte[] kept(Path file) throws IOException {
    OwnerOnlyDirectories.made(file.toAbsolutePath().getParent());
    Set<StandardOpenOption> open =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileAttribute<?>[] shut =
        file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try (FileChannel channel = FileChannel.open(file, open, shut)) {
      var _ = channel.lock(); // until the channel is closed
      KeyFile.checkShut("the secret of session names", file);
      if (channel.size() != SessionKey.BYTES) {
        byte[] made = new byte[SessionKey.BYTES];
        new SecureRandom().nextBytes(made);
        int written = channel.truncate(0).write(ByteBuffer.wrap(made));
        if (written < made.length) {
          throw new IOException("the disk is full");
        }
        channel.force(true);
      }
      return Channels.newInputStream(channel.position(0)).readNBytes(SessionKey.BYTES);
    }
  }
}
