package dev.rota.readers.notary;

import dev.rota.base.fetch.HttpFetcher;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.TopicPartition;

/** Where the files of a log lie. */
@FunctionalInterface
public interface LogSource {
  /** A file that takes longer is not served. */
  Duration LIMIT = Duration.ofSeconds(20);

  /** The longest file: the entries of a full tile, each with two bytes of length. */
  int FILE_BYTES_MAX = 256 * (2 + 65_535);

  /**
   * Reads a file; null: there is none.
   *
   * @throws LogUnavailable if its address does not say
   */
  byte[] read(String path) throws IOException;

  /**
   * The log of a ledger partition.
   *
   * @param place the notary's directory, or its address
   */
  static LogSource of(String place, TopicPartition ledger) {
    return place.matches("https?://.*")
        ? served(place.replaceFirst("/*$", "/") + ledger.topic() + "/" + ledger.partition() + "/")
        : of(NotaryTerms.dir(Path.of(place), ledger));
  }

  /** The files in a directory. */
  static LogSource of(Path dir) {
    return path -> {
      Path file = dir.resolve(path);
      return Files.exists(file) ? Files.readAllBytes(file) : null;
    };
  }

  /** The files below a URL, as any web server serves them. */
  private static LogSource served(String prefix) {
    HttpFetcher fetch = HttpFetcher.within(LIMIT, FILE_BYTES_MAX);
    return path -> {
      String url = prefix + path;
      try {
        var answer = answer(fetch, url);
        return switch (answer.statusCode()) {
          case 200 -> answer.body();
          case 404 -> null;
          default -> throw new LogUnavailable(url, "it answers " + answer.statusCode());
        };
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    };
  }

  private static HttpResponse<byte[]> answer(HttpFetcher fetch, String url)
      throws LogUnavailable, InterruptedException {
    try {
      return fetch.send(HttpRequest.newBuilder(URI.create(url)).build());
    } catch (IllegalArgumentException _) {
      throw new LogUnavailable(url, "that is no address");
    } catch (ConnectException _) {
      throw new LogUnavailable(url, "it cannot be reached");
    } catch (IOException e) {
      throw new LogUnavailable(url, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }
}
