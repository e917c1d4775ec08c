package dev.rota.bots.rules;

import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;

/**
 * A job takes the place of another, section 7.
 *
 * @param cohort in which the job's instance is below its minimum
 * @param atMillis epoch ms from which it may
 */
public record JobEviction(Job job, Leased victim, String cohort, long atMillis) {}
