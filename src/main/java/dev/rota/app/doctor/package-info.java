/**
 * {@code rota doctor}: looks at a cluster, a registry and this machine, and says what would hinder
 * Rota. A check is one class, or a table of {@link dev.rota.app.doctor.BrokerLimitsCheck}, and one
 * line of {@link dev.rota.app.doctor.DoctorCommand}. It returns findings; {@link
 * dev.rota.app.doctor.DoctorReport} prints them.
 */
package dev.rota.app.doctor;
