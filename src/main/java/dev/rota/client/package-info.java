/**
 * What a program outside of Rota needs to take part: {@link dev.rota.client.Bot}, {@link
 * dev.rota.client.ShardWorker}, {@link dev.rota.client.StorageWorker} and {@link
 * dev.rota.client.Collator}. {@code rota-client.jar} has them, and Rota's own workers use them.
 *
 * <p>Each is a client of one domain's topics: it reads committed records, without a consumer group,
 * and sends the domain's inputs. It keeps nothing on disk. After a restart it learns what it needs
 * from the topics.
 *
 * <p><b>Threads.</b> A started client has one thread that reads, sends and beats. Jobs, batches and
 * sets are handed to other threads, so that slow work delays no heartbeat. All public methods may
 * be called by any thread.
 *
 * <p><b>Outages.</b> Where brokers or the registry do not answer, a started client tries again
 * until they do, and warns in the log. What ends it for good, it says in {@code ended()}.
 */
package dev.rota.client;
