/** What all verbs share: streams, root flags, exit codes, error messages, progress, completion. */
package dev.rota.app.console;
