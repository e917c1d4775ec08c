# A certificate that signs itself, and a token for each role.
openssl req -x509 -newkey rsa:2048 -nodes -keyout door.key -out door.pem -days 2 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost 2>openssl.out
openssl rand -hex 32 >clients.token
openssl rand -hex 32 >workers.token
chmod 600 door.key clients.token workers.token
