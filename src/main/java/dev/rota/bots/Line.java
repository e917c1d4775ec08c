package dev.rota.bots;

import java.util.Arrays;
import java.util.Iterator;

/**
 * Jobs of one priority, the oldest first. New ones come at the end and the next one leaves at the
 * head, both at once; whoever comes back or is called off in between moves the shorter side.
 */
final class Line implements Iterable<Job> {
  private Job[] jobs = new Job[8];
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  Job first() {
    return jobs[head];
  }

  private Job get(int index) {
    return jobs[slot(index)];
  }

  private int slot(int index) {
    return (head + index) & (jobs.length - 1);
  }

  void add(Job job) {
    if (size == jobs.length) {
      resize(2 * size);
    }
    if (size == 0 || Job.BY_AGE.compare(job, get(size - 1)) > 0) {
      jobs[slot(size++)] = job;
      return;
    }
    int index = indexOf(job);
    if (index < size / 2) {
      head = (head - 1) & (jobs.length - 1);
      for (int i = 0; i < index; i++) {
        jobs[slot(i)] = get(i + 1);
      }
    } else {
      for (int i = size; i > index; i--) {
        jobs[slot(i)] = get(i - 1);
      }
    }
    jobs[slot(index)] = job;
    size++;
  }

  void remove(Job job) {
    int index = indexOf(job);
    if (index >= size || get(index) != job) {
      throw new IllegalStateException("job " + job.name() + " is not in its line");
    }
    if (index < size / 2) {
      for (int i = index; i > 0; i--) {
        jobs[slot(i)] = get(i - 1);
      }
      jobs[head] = null;
      head = slot(1);
    } else {
      for (int i = index; i < size - 1; i++) {
        jobs[slot(i)] = get(i + 1);
      }
      jobs[slot(size - 1)] = null;
    }
    size--;
    if (jobs.length > 64 && size < jobs.length / 4) {
      resize(jobs.length / 2);
    }
  }

  /** Where it is, or would be. */
  private int indexOf(Job job) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Job.BY_AGE.compare(get(middle), job) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void resize(int length) {
    Job[] all = new Job[length];
    for (int i = 0; i < size; i++) {
      all[i] = get(i);
    }
    jobs = all;
    head = 0;
  }

  @Override
  public Iterator<Job> iterator() {
    Job[] all = new Job[size];
    Arrays.setAll(all, this::get);
    return Arrays.asList(all).iterator();
  }
}
