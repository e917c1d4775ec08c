./rota capsule cores --key polkadot --since 40 --until 60 >incident.rota
