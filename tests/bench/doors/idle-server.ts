/** A server that does nothing but answer: how late its answers are says how short of processors the machine is, and nothing of the site. */
import { createServer } from 'node:http';

const BODY = Buffer.alloc(16_384, 'a');

const server = createServer((_req, res) => {
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}/`);
});
process.once('disconnect', () => server.close(() => process.exit()));
