/** Replays a recorded history by other rules, and says what would have been otherwise. */
package dev.rota.readers.rehearse;
