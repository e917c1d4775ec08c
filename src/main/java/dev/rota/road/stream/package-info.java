/**
 * Kafka Streams applications: carry any domain's inputs to its rules and publish the decisions.
 * They know {@link dev.rota.kernel.domain.Domain}, never a particular domain.
 *
 * <pre>
 * inputs ──▶ DomainProcessor ──┬──▶ &lt;domain&gt;-ledger
 *                  │           ├──▶ &lt;domain&gt;-assignments
 *              StoreRows       ├──▶ &lt;domain&gt;-outcomes
 *                              └──▶ &lt;domain&gt;-dead-letters
 * </pre>
 */
package dev.rota.road.stream;
