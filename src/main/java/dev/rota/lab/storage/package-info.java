/**
 * A content-addressable storage and an action cache in a folder of this machine, for one process:
 * what a laptop's build farm and a test need. A team has one of the field's storages.
 */
package dev.rota.lab.storage;
