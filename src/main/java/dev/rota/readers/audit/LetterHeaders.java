package dev.rota.readers.audit;

import dev.rota.road.topics.TurnHeaders;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * The headers of a dead letter: those of the record, those of the turn, and at the end the
 * exception in words. Words may change between versions, so they are no part of what is proved.
 */
final class LetterHeaders {
  private static final int WORDS = 2;

  private final List<Header> bound;
  private final List<Header> words;

  LetterHeaders(Headers headers) {
    List<Header> all = Arrays.asList(headers.toArray());
    int end = all.size();
    boolean explained =
        end >= WORDS
            && all.get(end - 2).key().equals(TurnHeaders.EXCEPTION)
            && all.get(end - 1).key().equals(TurnHeaders.MESSAGE);
    bound = explained ? all.subList(0, end - WORDS) : all;
    words = explained ? all.subList(end - WORDS, end) : List.of();
  }

  /** The headers that are proved. */
  List<Header> bound() {
    return bound;
  }

  /** Returns true if both have words, and others. */
  boolean isReworded(LetterHeaders expected) {
    return !expected.words.isEmpty() && !words.equals(expected.words);
  }
}
