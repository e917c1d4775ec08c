/**
 * The HTTP server of every port, and what the process says there of itself: whether it lives,
 * whether it is ready, and how it stands.
 */
package dev.rota.http;
