/** {@code rota top}: what a follower says, again and again. */
package dev.rota.app.top;
