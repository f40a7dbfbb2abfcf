import { createServer } from 'node:http';

/** The bare minimum: answers every request with the bytes it was given. For taking a limit. */
const body = Buffer.from(process.env.BODY ?? '', 'base64');
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
