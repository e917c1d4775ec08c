package dev.rota.app.show;

import java.util.List;

/**
 * A domain.
 *
 * @param latest recent assignments, the newest first
 */
record BoardSection(LiveBoard.Row all, List<LiveBoard.Row> lanes, List<String> latest) {}
