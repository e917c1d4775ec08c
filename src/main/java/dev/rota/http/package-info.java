/** What the process says over HTTP: whether it lives, whether it is ready, and how it stands. */
package dev.rota.http;
