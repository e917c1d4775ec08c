package dev.rota.serving.builds;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When this front door last sent a heartbeat of each session, as far as it remembers. One that it
 * does not remember is due: too many heartbeats harm nobody.
 */
final class RecentBeats {
  private static final int SESSIONS_MAX = 100_000;

  private final Map<String, Long> nanos =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > SESSIONS_MAX;
        }
      };

  synchronized void note(String session) {
    nanos.put(session, System.nanoTime());
  }

  synchronized boolean isDue(String session, long everyMillis) {
    Long last = nanos.get(session);
    return last == null || System.nanoTime() - last >= everyMillis * 1_000_000;
  }
}
