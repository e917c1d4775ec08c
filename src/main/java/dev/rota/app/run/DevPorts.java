package dev.rota.app.run;

record DevPorts(PortChoice kafka, PortChoice registry, PortChoice http, PortChoice page) {}
