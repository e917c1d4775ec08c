/** {@code rota reapi}: build tools and workers reach a grid by gRPC. */
package dev.rota.app.builds;
