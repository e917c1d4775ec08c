package dev.rota.road.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PartitionTasksTest {
  @Test
  void resultsComeInTheOrderOfTheTasks() throws IOException {
    try (PartitionTasks tasks = new PartitionTasks(2)) {
      List<Callable<Integer>> three = List.of(() -> 1, () -> 2, () -> 3);
      assertThat(tasks.await(tasks.begin(three))).containsExactly(1, 2, 3);
      assertThat(tasks.await(tasks.begin(List.<Callable<Integer>>of()))).isEmpty();
    }
  }

  /** The first partition would be written for hours. */
  @Test
  @Timeout(120)
  void whoWaitsForOneHearsThatAnotherHasFailed() {
    CountDownLatch never = new CountDownLatch(1);
    try (PartitionTasks tasks = new PartitionTasks(2)) {
      var slow =
          tasks.begin(
              List.<Callable<Boolean>>of(
                  () -> {
                    never.await();
                    return true;
                  }));
      var _ =
          tasks.begin(
              List.<Callable<Boolean>>of(
                  () -> {
                    throw new IOException("the disk");
                  }));
      assertThatThrownBy(() -> tasks.await(slow))
          .isInstanceOf(IOException.class)
          .hasMessage("the disk");
    }
  }
}
