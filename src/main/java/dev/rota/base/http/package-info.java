/** The HTTP server of every port, and the health endpoints. */
package dev.rota.base.http;
