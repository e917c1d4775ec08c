/** What a running domain tells of itself: its tasks, their opening, what waits, its disk. */
package dev.rota.road.stream.status;
