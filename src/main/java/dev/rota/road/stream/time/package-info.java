/**
 * How time passes for a domain's tasks: by records of the time topic, as far as clocks agree and
 * everything that was acknowledged before is decided.
 *
 * <p><b>Problem.</b> A deadline falls due on a lane to which nobody sends anything. Something must
 * make its tick, a turn like any other, and no decision may read a clock. Three things can go
 * wrong. A former owner that was frozen wakes and ticks, and the ledger has two futures. A tick
 * comes before an input that was acknowledged earlier and is not read yet, and a lease expires that
 * its holder has renewed. A clock jumps, and everything expires.
 *
 * <p><b>Idea.</b> Time is an input. A record of the topic {@code <domain>-time} says "it is T, once
 * these inputs are read up to these ends" ({@link TimeNudge}). A task reads it as it reads its
 * inputs.
 *
 * <pre>
 *  Pacemaker                     brokers                      task
 *                                                             Metronome.beat
 *   is a deadline due? ◀──────────────── Pulse ────────────── its earliest deadline
 *   1  T = ClusterClock
 *   2  ends? ──────────────────▶ inputs
 *        claims 17 ◀────────────
 *   3  until T, claims 17 ─────▶ time topic ────────────────▶ Metronome.hear: waits
 *                                claims 15 ─────────────────▶ decided
 *                                claims 16 ─────────────────▶ decided: the ends are reached,
 *                                                             due lanes take a tick at T
 * </pre>
 *
 * <p><b>Steps.</b>
 *
 * <ol>
 *   <li>A punctuation tells each task's earliest deadline ({@link Metronome#beat}). It decides
 *       nothing.
 *   <li>{@link Pacemaker} has a thread for each domain. For each partition of this process with a
 *       due deadline it reads the cluster's time, then asks for the ends of the inputs, then sends
 *       both. A nudge that is not taken is sent again after 200 ms, then after twice as long, up to
 *       5 s.
 *   <li>{@link Metronome} lets time pass to T once its task has decided everything below the ends,
 *       but not beyond its own {@link ClusterClock}: the sender's may be fast.
 *   <li>Where a task stands still below the ends, only what ends transactions may be left there,
 *       which no consumer sees. {@link PartitionBeat#verify} looks, and later nudges do not ask for
 *       it.
 * </ol>
 *
 * <p><b>Why it is right.</b>
 *
 * <ul>
 *   <li><i>Ticks are fenced.</i> A tick is made while a record is processed, so its transaction
 *       commits an offset, and the group refuses that to a former owner.
 *   <li><i>Ticks pass nothing unread.</i> Time is read first and the ends after it, so what was
 *       acknowledged before T lies below them. They are the ends of producers: what an open
 *       transaction hides lies below them too. A fail-over or a neighbour's long turn only delays a
 *       tick. {@code PassingTimeLawsTest} holds it over stalls, crashes and transactions, and that
 *       time passes where everything is read.
 *   <li><i>A nudge is a hint.</i> What it says is true for every task, whoever sent it. Twice, late
 *       or for another's partition it does nothing; lost, it is sent again; what cannot be read is
 *       ignored. A newer one does not replace the one that is waited for, or a backlog would stop
 *       time ({@code MetronomeTest}).
 *   <li><i>Clocks are witnesses.</i> {@link ClusterClock} runs at the rate of the monotonic clock.
 *       Brokers, whose append times the nudges bring back, and this host's clock correct it while
 *       they agree within 3 s. One that jumps alone is ignored, and one that is behind the ledger
 *       when a process starts ({@code ClusterClockTest}).
 * </ul>
 *
 * <p>{@code TimeIT} and {@code TimeFaultsIT} freeze an owner, set clocks and leave transactions
 * open on real brokers.
 *
 * <p><b>Cost.</b> At most one nudge is on its way for a partition, and one in a beat. One request
 * asks for the ends of all of them. A domain without deadlines and inputs writes nothing while
 * clocks agree. While inputs are decided the brokers are asked for their time every 60 s, and every
 * 10 s while clocks differ. An open transaction stops time on its partition until it ends.
 *
 * <p><b>Rejected.</b> <i>Ticks by punctuation</i>: their transaction might commit no offset, so
 * nobody refuses it; and a second without records is no proof that there are none. <i>Stream
 * time</i>: a silent lane has none. <i>The ends of committed records</i>: an open transaction hides
 * acknowledged ones behind it. <i>The host's clock alone</i>: it may be set.
 */
package dev.rota.road.stream.time;
