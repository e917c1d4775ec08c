/** Decides a lane's recorded inputs again with another policy or fleet, and compares. */
package dev.rota.readers.whatif;
