/**
 * {@code rota doctor}: looks at a cluster, a registry and this machine, and says what would hinder
 * Rota. A check is one class, and one line of {@link dev.rota.app.doctor.CheckCatalogue}. It
 * returns findings; {@link dev.rota.app.doctor.DoctorReport} prints them.
 */
package dev.rota.app.doctor;
