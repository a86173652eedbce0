import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { ZipEntry } from 'node:zlib';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import type { StoredFile } from '../../../server/backend/backend.ts';
import { createPackageRouter, PACKAGE_LIMITS, type PackageLimits } from '../../../server/publicacao/package-router.ts';
import { BATCH } from '../../../server/publicacao/public-data.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE, type SiteState } from '../../../shared/site-state/site-state.ts';

const CATEGORIA = { slug: 'leis', rotulo: 'Leis', descricao: '', total: 2, ultimoEm: null };
const STATE: SiteState = {
  ...EMPTY_SITE_STATE,
  dataLai: [{ chave: 'a', nome: 'A', descricao: '', icone: null, links: [], categorias: [CATEGORIA] }],
};

let close = (): void => undefined;
afterEach(() => close());

function documento(id: number, ...arquivos: readonly { id: string; nome: string; tamanho_bytes: number }[]): object {
  return {
    id,
    categoria_slug: 'leis',
    titulo: `Lei ${id}`,
    licitacao: null,
    substitui: null,
    revogado_por: null,
    atualizado_em: '2026-02-03T10:00:00+00:00',
    arquivos: arquivos.map((arquivo) => ({ arquivo_id: arquivo.id, arquivo })),
  };
}

interface Serving {
  readonly documents?: readonly object[];
  readonly declarations?: readonly object[];
  readonly open?: (id: string) => Readable;
  readonly limits?: Partial<PackageLimits>;
  /** Awaited before each batch of rows is answered. */
  readonly answering?: () => Promise<void>;
  readonly now?: () => number;
}

const FILES = [
  documento(1, { id: 'um', nome: 'Lei nº 1.pdf', tamanho_bytes: 2 }),
  documento(2, { id: 'dois', nome: 'Lei nº 1.pdf', tamanho_bytes: 4 }),
];

async function serving({
  documents = FILES,
  declarations = [],
  open = (id) => Readable.from([Buffer.from(id)]),
  limits = {},
  answering = () => Promise.resolve(),
  now = () => 0,
}: Serving = {}) {
  const asked: unknown[] = [];
  const faults: unknown[] = [];
  const app = express();
  app.use(
    createPackageRouter({
      routes: ROUTES,
      state: () => STATE,
      texts: { DadosDeUmaLista: 'query', DadosDosDocumentos: 'query', DadosDasDeclaracoes: 'declarations' },
      publisher: () => ({ site: 'https://site.test', name: 'Instituto' }),
      clientOf: ({ headers }) => (typeof headers['x-de'] === 'string' ? headers['x-de'] : null),
      limits: { ...PACKAGE_LIMITS, ...limits },
      now,
      backend: {
        execute: async ({ query, variables }) => {
          if (query === 'declarations') return { kind: 'data', json: JSON.stringify({ declaracao_inexistencia: declarations }) };
          asked.push(variables);
          await answering();
          const first = (variables?.['offset'] ?? variables?.['antes'] ?? 0) === 0;
          return { kind: 'data', json: JSON.stringify({ documento: first ? documents.map((row) => ({ documento: row })) : [] }) };
        },
        file: (id) => Promise.resolve(id === 'gone' ? null : ({ open: () => open(id) } as unknown as StoredFile)),
      },
    }),
  );
  app.use(((error, _req, res, _next) => {
    faults.push(error);
    if (res.headersSent) res.destroy();
    else res.status(error instanceof AppError ? error.status : 500).end();
  }) satisfies express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lai/documentos/leis.zip`, asked, faults };
}

describe('the package of a list', () => {
  test('has the files of the filtered list under safe names, the list itself, and the sums of all of them', async () => {
    const { url, asked } = await serving();
    const answer = await fetch(`${url}?ano=2025`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'private, no-store',
    ]);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="documentos-leis-2025.zip"');
    expect(asked[0]).toMatchObject({ slug: 'leis', anos: '2025' });
    const entries = new Map<string, Buffer>();
    for (const entry of ZipEntry.read(new Uint8Array(await answer.arrayBuffer()))) entries.set(entry.name, await entry.content());
    expect([...entries.keys()]).toEqual(['documentos.csv', '1-lei-no-1.pdf', '2-lei-no-1.pdf', 'SHA256SUMS.txt']);
    expect(entries.get('2-lei-no-1.pdf')?.toString()).toBe('dois');
    expect(entries.get('documentos.csv')?.toString()).toContain('Lei 2');
    const sums = [...entries].slice(0, 3).map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
    expect(entries.get('SHA256SUMS.txt')?.toString()).toBe(sums.join(''));
  });

  test('has the declarations of the years of the list, with their files, even where there is no document', async () => {
    const declaration = (id: number, exercicio: number, arquivo: object | null): object => ({
      id,
      exercicio,
      categoria_slug: 'leis',
      texto: `Nada em ${exercicio}`,
      atualizado_em: '2026-02-03T10:00:00+00:00',
      arquivo,
    });
    const file = { id: 'decl', nome: 'Declaração.pdf', tamanho_bytes: 3, mime: 'application/pdf', sha256: 'x' };
    const declarations = [declaration(5, 2025, file), declaration(6, 2025, null), declaration(4, 2024, file)];
    const { url } = await serving({ documents: [], declarations });
    const entries = new Map<string, Buffer>();
    for (const entry of ZipEntry.read(new Uint8Array(await (await fetch(`${url}?ano=2025`)).arrayBuffer())))
      entries.set(entry.name, await entry.content());
    expect([...entries.keys()]).toEqual(['documentos.csv', 'declaracoes.csv', 'declaracao-5-declaracao.pdf', 'SHA256SUMS.txt']);
    expect(entries.get('declaracoes.csv')?.toString()).toContain('Nada em 2025');
    expect(entries.get('declaracoes.csv')?.toString()).not.toContain('Nada em 2024');
    // A list that is narrowed by words is of documents alone.
    expect((await fetch(`${url}?q=nada`)).status).toBe(404);
  });

  test.each([
    ['number', { files: 1 }],
    ['size', { bytes: 5 }],
  ])('is refused past the bound of its %s, before a file is opened', async (_name, limits) => {
    const { url } = await serving({ limits, open: () => expect.fail('a file was opened') });
    expect((await fetch(url)).status).toBe(422);
  });

  test('a list without files, and a category that is not there, has no package', async () => {
    const { url } = await serving({ documents: [documento(1)] });
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url.replace('leis', 'nada'))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  test('ends with its connection where a file fails or was withdrawn', async () => {
    const broken = () =>
      new Readable({
        read: function () {
          this.destroy(new Error('gone'));
        },
      });
    const failing = await serving({ open: broken });
    await expect(fetch(failing.url).then((answer) => answer.arrayBuffer())).rejects.toThrow(/terminated|fetch failed/);
    close();
    const withdrawn = await serving({ documents: [documento(1, { id: 'gone', nome: 'a.pdf', tamanho_bytes: 1 })] });
    await expect(fetch(withdrawn.url).then((answer) => answer.arrayBuffer())).rejects.toThrow(/terminated|fetch failed/);
    expect([failing.faults.length, withdrawn.faults.length]).toEqual([1, 1]);
  });

  test('waits for no other one past the bound, and gives its place free when its reader leaves', async () => {
    const closed = Promise.withResolvers<void>();
    const endless = () =>
      new Readable({
        read: function () {
          this.push(Buffer.alloc(65_536));
        },
        destroy: (error, done) => {
          closed.resolve();
          done(error);
        },
      });
    const { url, faults } = await serving({ open: endless, limits: { atOnce: 1 } });
    const abort = new AbortController();
    const first = await fetch(url, { signal: abort.signal });
    const reader = first.body?.getReader();
    await reader?.read();
    expect((await fetch(url)).status).toBe(503);
    abort.abort();
    await closed.promise;
    await expect.poll(async () => (await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect(faults).toHaveLength(1);
  });

  test('is one at a time for each client, so that one that reads slowly leaves a place to others', async () => {
    const endless = () =>
      new Readable({
        read: function () {
          this.push(Buffer.alloc(65_536));
        },
      });
    const { url, faults } = await serving({ open: endless, limits: { atOnce: 2 } });
    const abort = new AbortController();
    const from = (client: string, method = 'GET') => fetch(url, { method, headers: { 'x-de': client }, signal: abort.signal });
    const statuses = [(await from('192.0.2.1')).status, (await from('192.0.2.1')).status, (await from('192.0.2.2')).status];
    expect(faults).toMatchObject([{ code: 'PACKAGE_RUNNING' }]);
    abort.abort();
    expect(statuses).toEqual([200, 429, 200]);
    await expect.poll(async () => (await fetch(url, { method: 'HEAD', headers: { 'x-de': '192.0.2.1' } })).status).toBe(200);
  });

  test('gives way after ten minutes in an hour, at once or in parts, to a client that has not had them', async () => {
    let minutes = 100;
    const endless = () =>
      new Readable({
        read: function () {
          this.push(Buffer.alloc(65_536));
        },
      });
    const { url } = await serving({ open: endless, now: () => minutes * 60_000 });
    // A body that nothing refers to is given up.
    const asked: { readonly abort: AbortController; readonly answer: Response }[] = [];
    const from = async (client: string): Promise<Response> => {
      const abort = new AbortController();
      const answer = await fetch(url, { headers: { 'x-de': client }, signal: abort.signal });
      asked.push({ abort, answer });
      return answer;
    };
    await from('192.0.2.1');
    const second = await from('192.0.2.2');
    minutes += 9;
    expect((await from('192.0.2.3')).status).toBe(503);
    asked[0]?.abort.abort();
    await expect.poll(async () => (await from('192.0.2.1')).status).toBe(200);
    minutes += 1;
    expect((await from('192.0.2.3')).status).toBe(200);
    expect((await from('192.0.2.4')).status).toBe(200);
    await expect(second.text()).rejects.toThrow('terminated');
    expect((await from('192.0.2.2')).status).toBe(503);
    minutes += 10;
    expect((await from('192.0.2.2')).status).toBe(503);
    minutes += 60;
    expect((await from('192.0.2.2')).status).toBe(200);
    for (const { abort } of asked) abort.abort();
  });

  test('is refused for more documents than one may have, also where they have few files', async () => {
    const documents = [...FILES, documento(3)];
    expect((await fetch((await serving({ documents, limits: { documents: 3 } })).url, { method: 'HEAD' })).status).toBe(200);
    const refused = await fetch((await serving({ documents, limits: { documents: 2 } })).url);
    expect(refused.status).toBe(422);
    // A script of another site reads the reason.
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('reads no further row when its reader has left', async () => {
    const left = Promise.withResolvers<void>();
    const documents = Array.from({ length: BATCH }, (_, id) => documento(id));
    const { url, asked, faults } = await serving({ documents, answering: () => left.promise });
    const abort = new AbortController();
    const leaving = fetch(url, { signal: abort.signal }).catch(() => null);
    await expect.poll(() => asked.length).toBe(1);
    abort.abort();
    await leaving;
    // The server sees the closed connection before it answers another one.
    await fetch(`${url}x`);
    left.resolve();
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
    expect(asked.map((variables) => (variables as { antes?: number }).antes)).toEqual([undefined, undefined, BATCH - 1]);
    expect(faults.map((fault) => (fault as AppError).code)).toEqual(['RESOURCE_NOT_FOUND']);
  });
});
