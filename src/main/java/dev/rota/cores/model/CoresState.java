package dev.rota.cores.model;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.table.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** A chain's cores in memory, rebuilt from their rows. Only facts change them. */
public final class CoresState implements State, CoresView {
  private final CoresRows rows;
  private long block = -1;
  private ActiveSession session = ActiveSession.NONE;
  private CoreOccupant[] occupants = {};
  private CoreAssignment[] scheduled = {};
  private ClaimQueue queue = new ClaimQueue();
  private ParaSet index = ParaSet.NONE;
  private CoretimeBook coretime = new CoretimeBook();
  private boolean coresChanged;
  private final TreeSet<Long> indexTouched = new TreeSet<>();

  /** Opens a lane from its rows. */
  public CoresState(Tables tables) {
    this.rows = new CoresRows(tables);
    rows.rebuild(this);
  }

  private CoresState(CoresState from) {
    rows = null;
    block = from.block;
    session = from.session;
    occupants = from.occupants.clone();
    scheduled = from.scheduled.clone();
    queue = from.queue.copy();
    index = from.index;
    coretime = from.coretime.copy();
  }

  @Override
  public boolean savesOncePerPage() {
    return true;
  }

  @Override
  public void save() {
    if (rows == null) {
      throw new IllegalStateException("a copy has no rows: save the state it was taken from");
    }
    rows.save(this);
  }

  @Override
  public CoresState copy() {
    return new CoresState(this);
  }

  @Override
  public long block() {
    return block;
  }

  @Override
  public ActiveSession session() {
    return session;
  }

  @Override
  public int cores() {
    return occupants.length;
  }

  /** Returns the number of cores that a candidate occupies. */
  public int occupied() {
    return (int) Arrays.stream(occupants).filter(Objects::nonNull).count();
  }

  @Override
  public CoreOccupant occupant(int core) {
    return core >= 0 && core < occupants.length ? occupants[core] : null;
  }

  @Override
  public CoreAssignment scheduledOn(int core) {
    return core >= 0 && core < scheduled.length ? scheduled[core] : null;
  }

  @Override
  public int scheduledEnd() {
    return scheduled.length;
  }

  @Override
  public int queued() {
    return queue.size();
  }

  @Override
  public int cursor() {
    return queue.cursor();
  }

  @Override
  public QueuedClaim nextClaim(long offset) {
    return queue.peek(offset);
  }

  @Override
  public List<QueuedClaim> line(long offset) {
    return queue.line(offset);
  }

  @Override
  public Optional<QueuedClaim> waiting(long para) {
    return queue.of(para);
  }

  @Override
  public List<QueuedClaim> queue() {
    return queue.list();
  }

  /** Returns the ticket of the claim that has waited longest; the next ticket if none waits. */
  public long firstTicket() {
    return queue.firstTicket();
  }

  @Override
  public long nextTicket() {
    return queue.nextTicket();
  }

  @Override
  public QueueTail tail() {
    return new QueueTail(queue.nextTicket(), queue.cursor(), parameters().parathreadCores());
  }

  @Override
  public ParaSet claimIndex() {
    return index;
  }

  @Override
  public CoretimeBook coretime() {
    return coretime;
  }

  /** Returns whether the block's row changed since the last call. */
  boolean takeCoresChanged() {
    boolean changed = coresChanged;
    coresChanged = false;
    return changed;
  }

  ClaimQueue claims() {
    return queue;
  }

  void begin(long number) {
    block = number;
    coresChanged = true;
  }

  /** Starts the session: every core is empty; the scheduled list stays. */
  void start(ActiveSession next) {
    session = next;
    coresChanged = true;
    occupants = new CoreOccupant[next.cores()];
    if (scheduled.length < next.cores()) {
      scheduled = Arrays.copyOf(scheduled, next.cores());
    }
  }

  /** Replaces only the configuration. Test scenarios use it; no rule does. */
  void reconfigure(SessionParameters parameters) {
    session = session.with(parameters);
  }

  void occupy(int core, CoreOccupant occupant) {
    occupants[core] = occupant;
    coresChanged = true;
  }

  void empty(int core) {
    occupants[core] = null;
    coresChanged = true;
  }

  void schedule(CoreAssignment assignment) {
    if (assignment.core() >= scheduled.length) {
      scheduled = Arrays.copyOf(scheduled, assignment.core() + 1);
    }
    scheduled[assignment.core()] = assignment;
    coresChanged = true;
  }

  void unschedule(int core) {
    scheduled[core] = null;
    coresChanged = true;
  }

  /** Clears the scheduled list, including entries above the last core. */
  void withdraw() {
    scheduled = new CoreAssignment[occupants.length];
    coresChanged = true;
  }

  void enqueue(QueuedClaim claim) {
    queue.add(claim, parameters().parathreadCores());
  }

  void claimed(long para) {
    index = index.with(para);
    indexTouched.add(para);
  }

  void unclaimed(long para) {
    index = index.without(para);
    indexTouched.add(para);
  }

  void index(ParaSet paras) {
    indexTouched.addAll(index.list());
    indexTouched.addAll(paras.list());
    index = paras;
  }

  /** Paras whose index entry was added or removed since the last save. */
  SortedSet<Long> indexTouched() {
    return indexTouched;
  }
}
