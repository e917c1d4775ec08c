/** The decisions: engine, routines for listings, pings and policies, generations, invariants. */
package dev.rota.chunks.rules;
