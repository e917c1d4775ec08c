/**
 * The smallest domain there can be: alarms are set, ring at their time, or are cancelled before. A
 * lane is a site.
 *
 * <pre>
 * alarm-settings ──▶ SetAlarm ────▶ AlarmSet ──────▶ alarms-outcomes
 * alarm-cancels  ──▶ CancelAlarm ─▶ AlarmCancelled ▶ alarms-outcomes
 *                    either ──────▶ Refused ───────▶ alarms-outcomes
 *                    time ────────▶ AlarmRang ─────▶ alarms-assignments
 * </pre>
 */
package dev.rota.alarms;
