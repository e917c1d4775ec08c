/** The program: its command line, and the list of its domains. */
package dev.rota;
