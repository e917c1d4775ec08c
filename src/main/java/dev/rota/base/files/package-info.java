/** Files that survive a crash whole, directories of their owner alone, jars that users name. */
package dev.rota.base.files;
