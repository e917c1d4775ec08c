/** Which log lines are seen, in which form, and the file where all of them go. */
package dev.rota.cli.log;
