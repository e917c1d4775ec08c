/**
 * Repairs an assignment where something changed. The result equals the one from scratch.
 *
 * <p><b>Problem.</b> An assignment is a function of chunks, workers and policy. {@link
 * dev.rota.chunks.placement.ChunkScheduler} computes it from scratch: each copy has a turn, and at
 * its turn it walks its ring to the first worker that satisfies its version, holds no other copy of
 * its chunk, and has room (chunks 3 to 6). A network has millions of copies, and a demand mostly
 * changes one chunk or one worker. The repaired assignment must still be the same bit for bit: a
 * restart and an audit may compute it from scratch.
 *
 * <p><b>Idea.</b> A copy's place depends on the workers, and of the copies on those with earlier
 * turns only: on the room that they left, and on who holds the lower tags of its chunk. So {@link
 * LivePass} keeps a {@link WorkerSequence} for each worker: the copies that were offered to it, in
 * the order of their turns, and what it made of them. It is HELD, a REJECT (no room) or a SKIP (it
 * holds another copy of the chunk). Whom a version bars leaves no entry.
 *
 * <pre>
 * The walk of copy d:1 on its ring     The sequence of w4, whose capacity is 100
 *
 *   hash of d:1                          turn  copy  bytes  load before
 *    │                                      3  a:0      40            0  HELD
 *    ▼                                      8  b:0      70           40  REJECT
 *   w4 ─────▶ w9 ─────▶ w2                 11  c:1      50           40  HELD
 *   REJECT    SKIP      HELD               15  d:1      20           90  REJECT
 *             (has d:0)
 * </pre>
 *
 * <p>A change contradicts entries. Chunk a leaves: at turn 8 the load is 0, so w4 has room for b:0.
 * It takes it, and c:1 has no room at turn 11 and walks on. Then d:1 has room at turn 15, and comes
 * back from w2, which has room for others now. All copies in between are as they were.
 *
 * <p><b>Steps</b> of {@link LivePlacement#next}:
 *
 * <ol>
 *   <li>{@link ChunkSlots} compares the demand with what is placed: {@link SlotEdits}. {@link
 *       RepairPlan} refuses what the sums of bytes already refuse, and chooses between a repair and
 *       a placement from scratch.
 *   <li>{@link DemandApplication} applies the demand to each pass and names the copies that must
 *       walk: the first one of a new chunk; those that a leaving worker held; those that start
 *       right before a joining worker ({@link RingArcs}), or that its predecessor on the ring
 *       passed on; restricted ones whose version suits other workers now; those that another factor
 *       adds. A worker whose capacity or sequence changed is marked.
 *   <li>{@link PassRepair} works off a {@link RepairWorklist}, the earliest turn first. An entry is
 *       a copy, or a worker with its first violation: a held copy without room, a rejected copy
 *       with room, or a copy without a place that it could take. The copy walks again. If it moves,
 *       both workers are searched from the next turn on, and later copies of its chunk walk again
 *       if their walks reach one of the two.
 *   <li>{@link AssignmentComparison} reads the net moves from the {@link MoveLog}.
 * </ol>
 *
 * <p><b>Why it is right.</b> Turns are numbers ({@link PlacementOrderKeys}), and a copy that walks
 * queues later turns only. So all turns before the lowest on the worklist are final, each turn is
 * settled once, and the work ends. Then no sequence has a violation, each skipping worker holds a
 * lower tag, and each copy has entries at exactly the workers from its hash to its place, but for
 * those that its version bars. By induction over turns this is the pass from scratch. Whether to
 * repair depends on the placement and the demand alone, so that a replay takes the same path.
 * {@code LivePlacementLawsTest} compares places and moves with the scheduler's after every step of
 * 150 histories, and sequences and path with those of a placement that is made from scratch now and
 * then. {@code WorkerSequenceTest} compares a sequence with a plain list.
 *
 * <p><b>Cost.</b> A sequence lies in {@link SequenceBlock}s of at most 128 entries. Each has the
 * sum of its held bytes and a lower bound of the room that one of its rejects needs. So the load at
 * a turn costs one sum a block, and a search for a violation enters only blocks that may have one.
 * A worker of k copies costs k / 128 steps then, and the rest of the network nothing. Copies that
 * walk are slower than in a pass from scratch, which searches ring by ring. So all copies are
 * placed from scratch when more than 10 000 and more than a hundredth of all are to walk at first,
 * or so many chunks lack a place. A repair keeps 20 bytes for each copy: 8 of hash, 6 in an arc, 6
 * in a sequence. A place takes 2, and a worker 2 on each ring.
 *
 * <p><b>Rejected.</b> <i>Sequences kept from the start</i>: a network that nobody changes needs its
 * places only, so the first repair makes the pass again for the rest ({@link WalkRetrace}).
 * <i>Entries that know their turn</i>: a chunk that comes between two others renumbers some ({@link
 * OrderMaintenanceList}), so an entry is slot and tag. <i>An entry at each worker for a copy
 * without a place</i>: in a full network that is chunks times workers, so one sequence has them all
 * and each worker asks it. <i>An undo log</i>: a repair that ends in a shortage is rare, and makes
 * the passes anew. <i>Repairs where two workers have one hash</i>: their order is that of the list,
 * which no sequence knows, so all is placed from scratch ({@code TiedRepairTest}).
 */
package dev.rota.chunks.placement.live;
