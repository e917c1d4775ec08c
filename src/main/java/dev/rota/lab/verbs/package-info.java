/**
 * What the lab adds to the command line. {@link dev.rota.lab.verbs.LabVerbProvider} lists the
 * verbs; each has a room below.
 */
package dev.rota.lab.verbs;
