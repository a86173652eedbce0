/** Clients that waited for a response that they cannot use: which of them wait for one another again, and which do not wait. */
import { afterEach, expect, test } from 'vitest';
import { gate, startWorld, until, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

test('clients of another variant wait neither for the end of the first one nor for one another', async () => {
  const [head, rest] = [gate(), gate()];
  let count = 0;
  const at = await startWorld(async (req, res) => {
    count += 1;
    const isFirst = count === 1;
    await head.opened;
    res.setHeader('Cache-Control', 'max-age=60').setHeader('Vary', 'A');
    res.write(`for ${String(req.headers['a'])} `);
    if (isFirst) await rest.opened;
    res.end('end');
  });
  world = at;
  const first = at.open('/', { headers: { A: '1' } });
  const others = [at.open('/', { headers: { A: '2' } }), at.open('/', { headers: { A: '2' } })];
  await until(() => at.edge.stats().joins === 2);
  head.open();
  for (const { answer } of others) expect((await answer).body).toBe('for 2 end');
  expect([at.forwarded.length, at.edge.stats().joins]).toEqual([3, 2]);
  rest.open();
  expect((await first.answer).body).toBe('for 1 end');
});

test('clients wait for one another again where the response was of use to none', async () => {
  const [part, whole] = [gate(), gate()];
  const at = await startWorld(async (req, res) => {
    const { range } = req.headers;
    res.setHeader('Cache-Control', 'max-age=60').setHeader('ETag', '"a"');
    if (range === 'bytes=0-4') {
      res.writeHead(206, { 'Content-Range': 'bytes 0-4/10' }).end('01234');
    } else if (range === undefined) {
      await whole.opened;
      res.end('0123456789');
    } else {
      await part.opened;
      res.writeHead(416, { 'Content-Range': 'bytes */10' }).end();
    }
  });
  world = at;
  await at.get('/', { headers: { Range: 'bytes=0-4' } });
  const clients = [at.open('/'), at.open('/'), at.open('/')];
  await until(() => at.edge.stats().joins === 2);
  part.open();
  await until(() => at.edge.stats().joins === 4);
  whole.open();
  for (const { answer } of clients) expect((await answer).body).toBe('0123456789');
  expect(at.forwarded.map(({ headers }) => headers.range)).toEqual(['bytes=0-4', 'bytes=5-9', undefined]);
});
