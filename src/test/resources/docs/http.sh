# A certificate of its own authority.
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=rota.example \
  -addext subjectAltName=DNS:rota.example 2>openssl.out
chmod 600 key.pem
cp cert.pem ca.pem
