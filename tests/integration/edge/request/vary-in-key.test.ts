/** Request fields that the key already distinguishes, in classes of its own. */
import { afterEach, expect, test } from 'vitest';
import { startWorld, type World } from '../harness.ts';

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

const accept = (value: string): { readonly headers: Record<string, string> } => ({ headers: { Accept: value } });

test('values of one class share a stored response, and Vary still names the field for clients', async () => {
  world = await startWorld(
    (req, res) => {
      res.setHeader('Cache-Control', 'max-age=600');
      res.setHeader('Vary', 'Accept, Accept-Language');
      res.end(req.headers.accept?.includes('avif') === true ? 'avif' : 'webp');
    },
    {
      varyInKey: ['accept'],
      targetOf: ({ url = '/', rawHeaders }) => ({ key: `${url} ${rawHeaders.join().includes('avif') ? 'avif' : 'webp'}`, url, scope: '' }),
    },
  );
  expect(await world.get('/a', accept('image/avif,*/*'))).toMatchObject({ body: 'avif', headers: { vary: 'Accept, Accept-Language' } });
  expect(await world.get('/a', accept('image/webp'))).toMatchObject({ body: 'webp' });
  expect(await world.get('/a', accept('image/avif,image/webp;q=0.3'))).toMatchObject({ body: 'avif' });
  expect(await world.get('/a', accept('image/png'))).toMatchObject({ body: 'webp' });
  expect(world.forwarded).toHaveLength(2);
  await world.get('/a', { headers: { Accept: 'image/png', 'Accept-Language': 'pt-BR' } });
  expect(world.forwarded).toHaveLength(3);
});

test('an origin with Vary: Accept-Encoding is asked once when the edge encodes', async () => {
  world = await startWorld(
    (_req, res) => {
      res.setHeader('Cache-Control', 'max-age=600');
      res.setHeader('Content-Type', 'text/plain');
      res.setHeader('Vary', 'Accept-Encoding');
      res.end('x'.repeat(5_000));
    },
    { encoding: {} },
  );
  for (const coding of ['gzip', 'br', 'identity']) await world.get('/', { headers: { 'Accept-Encoding': coding } });
  expect(world.forwarded).toHaveLength(1);
});

test('a field that Connection names selects no variant, because it is not forwarded (RFC 9110 §7.6.1)', async () => {
  world = await startWorld((req, res) => {
    res.setHeader('Cache-Control', 'max-age=600');
    res.setHeader('Vary', 'Accept-Language');
    res.end(req.headers['accept-language'] ?? 'none');
  });
  await world.get('/a', { headers: { 'Accept-Language': 'pt', Connection: 'close, accept-language' } });
  expect(await world.get('/a', { headers: { 'Accept-Language': 'pt' } })).toMatchObject({ body: 'pt' });
});
