/** What a running domain observes of the cluster: its topics, and inputs that wait. */
package dev.rota.road.stream.watch;
