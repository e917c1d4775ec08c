/**
 * Runs actions of the Remote Execution API, each in a folder of its own: lays out the inputs, runs
 * the command, ends all of its processes, stores the declared outputs. Bots of the Remote Workers
 * API take them from a front door.
 *
 * <p>An action is no sandbox: its command can do what the user can who runs it. But what this
 * package itself writes for an action, by whatever names the client chose, is in the action's
 * folder.
 */
package dev.rota.base.actions;
