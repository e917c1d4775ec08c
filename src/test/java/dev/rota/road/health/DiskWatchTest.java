package dev.rota.road.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.health.PartitionHealth.Cause;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A disk that fills, is full, and has room again. */
class DiskWatchTest {
  private static final Path DIR = Path.of("state");
  private static final long GIB = 1L << 30;

  private final AtomicLong now = new AtomicLong(10_000);
  private final FakeDisk disk = new FakeDisk(100 * GIB, 50 * GIB);
  private final DiskWatch watch = new DiskWatch(DIR, disk::at, now::get);

  @Test
  void whatLittleRoomMeansDependsOnTheDisk() {
    assertThat(cause(50 * GIB, 100 * GIB)).isEqualTo(Cause.WELL);
    assertThat(cause(2 * GIB, 100 * GIB)).isEqualTo(Cause.WELL);
    assertThat(cause(2 * GIB - 1, 100 * GIB)).isEqualTo(Cause.DISK_FILLS);
    assertThat(cause(64L << 20, 100 * GIB)).isEqualTo(Cause.DISK_FILLS);
    assertThat(cause((64L << 20) - 1, 100 * GIB)).isEqualTo(Cause.DISK_FULL);
    assertThat(cause(0, 100 * GIB)).isEqualTo(Cause.DISK_FULL);
    // A small disk has its shares: a tenth, a twentieth.
    assertThat(cause(100, 1_000)).isEqualTo(Cause.WELL);
    assertThat(cause(99, 1_000)).isEqualTo(Cause.DISK_FILLS);
    assertThat(cause(49, 1_000)).isEqualTo(Cause.DISK_FULL);
  }

  private static Cause cause(long free, long total) {
    return new DiskRoom(DIR, free, total).cause();
  }

  @Test
  void itSaysSinceWhenAndLooksOnceASecond() {
    assertThat(watch.look()).matches(one -> one.cause() == Cause.WELL);
    disk.free(GIB);
    now.addAndGet(999);
    assertThat(watch.look().cause()).as("within the second").isEqualTo(Cause.WELL);
    now.addAndGet(1);
    assertThat(watch.look())
        .matches(one -> one.cause() == Cause.DISK_FILLS && one.sinceMillis() == 11_000)
        .extracting(PartitionCondition::detail)
        .isEqualTo("the disk of the state directory state has 1.1 GB of 107 GB left");
    now.addAndGet(5_000);
    disk.free(GIB / 2);
    assertThat(watch.look())
        .matches(one -> one.sinceMillis() == 11_000 && one.detail().contains(" 537 MB"));
    now.addAndGet(5_000);
    disk.free(0);
    assertThat(watch.look())
        .matches(one -> one.cause() == Cause.DISK_FULL && one.sinceMillis() == 21_000);
    now.addAndGet(-9_000);
    disk.free(50 * GIB);
    assertThat(watch.look().cause()).as("a clock that was set back").isEqualTo(Cause.WELL);
  }

  @Test
  void aDiskThatCannotBeReadIsNotKnown() {
    disk.gone(true);
    assertThat(watch.look()).isNull();
    disk.gone(false);
    now.addAndGet(1_000);
    assertThat(watch.look().cause()).isEqualTo(Cause.WELL);
  }
}
