package dev.rota.cores.queries;

/** What each query about a chain is for. */
final class ChainQueryHelp {
  static final String TEXT =
      """
      reasons: the waiting items, grouped by reason
      state: all of the lane
      session: the session in force, its paras and parameters
      scheduled: what the latest block scheduled and did not back
      queue: claims that wait, in their order
      claim_index: paras with a live claim
      cores: who occupies each core
      groups: the validators of each group
      is_parathread: whether the para is one
        para: a para's id
      core_para: the para that the core is for
        core: a core's number
      next_up_on_available: who is scheduled when the occupant becomes available
        core: a core's number
      next_up_on_time_out: who is scheduled when the occupant times out
        core: a core's number
      group_validators: the validators of the group
        group: a group's number
      group_assigned_to_core: the group that backs the core at that block
        core: a core's number
        at?: a block; default: the present one
      group_rotation_info: when groups rotate
        now?: a block; default: the present one
      timeout_predicate_exists: whether cores can time out now
      timeout_predicate: whether the core would time out
        core: a core's number
        pending_since?: the block in which its candidate was backed; default: as it is
      availability_cores_view: each core as validators see it
        occupied_since?: blocks by core, such as {"0": 12}; default: as they are
      waiting: why the para's claim waits, or how the para stands; without para, all claims that wait
        para?: a para's id
      forecast: which claim gets which core in the next blocks, if nothing else comes
        blocks?: how many blocks; default: the lookahead
        assume?: quiet: cores stay occupied; backed: each is backed and becomes available; default: quiet
      rotation_math: one function of the rotation
        fn: next_rotation_at, last_rotation_at, group_for_core or core_for_group
        session_start_block?: a block; default: that of the session
        now?: a block; default: the present one
        group_rotation_frequency?: blocks; default: the session's
        cores?: how many cores; default: as many as there are groups
        core?: of group_for_core: a core's number
        group?: of core_for_group: a group's number
      active_validators: the shuffle of so many validators
        n: how many validators
        seed: 32 bytes, as 64 hexadecimal digits
        max_validators?: how many of them are active; default: all
      groups_of_broad_indices: the groups of a shuffle
        n: how many validators
        seed: 32 bytes, as 64 hexadecimal digits
        max_validators?: how many of them are active; default: all
        cores?: how many cores; this or n_cores
        n_cores?: the same by another name
      """;

  private ChainQueryHelp() {}
}
