/**
 * The road: Kafka Streams carries any domain's inputs to its rules and their decisions out. Knows
 * the card of a domain, never a domain.
 *
 * <pre>
 * inputs ──▶ Decider ──┬──▶ &lt;domain&gt;-ledger
 *              │       ├──▶ &lt;domain&gt;-assignments
 *           StoreRows  ├──▶ &lt;domain&gt;-outcomes
 *                      └──▶ &lt;domain&gt;-dead-letters
 * </pre>
 */
package dev.rota.stream;
