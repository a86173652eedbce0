/** Changes that take effect later by themselves, and pages that are rendered before the moment is known. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ContentSite, startContentSite } from './content-site.ts';

let site: ContentSite;
let letGo = (): void => {};
beforeAll(async () => {
  site = await startContentSite(`
    insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IPREV', 'Município', 'SP');
    insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values (1, 'leis', 'Lei um', 2025, '2025-01-02', true);
  `);
}, 120_000);
beforeEach(() => site.restart());
afterEach(() => letGo());
afterAll(() => site.close());

/** Answers the question for the next moments only when `letGo` is called. */
function holdMoments(): void {
  const gate = Promise.withResolvers<void>();
  letGo = gate.resolve;
  site.onExecute(async ({ operationName }) => {
    if (operationName === 'ProximasMudancas') await gate.promise;
  });
}

it.each([
  [
    'a publication',
    `insert into noticia (id, slug, titulo, publicado, publicado_em) values (99, 'amanha', 'Amanhã', true, now() + interval '100 seconds')`,
    '/informacoes/noticias',
  ],
  [
    'a withdrawal',
    `update documento set retirado_em = now() + interval '100 seconds', retirado_motivo = 'Contém dado pessoal' where id = 1`,
    '/lai/documentos/leis/1',
  ],
])('no stored page is fresh past the moment of %s, also when it is rendered before the moment is loaded', async (_what, sql, page) => {
  await site.get(page);
  expect((await site.get(page)).ttl).toBeGreaterThan(100);
  holdMoments();
  await site.edit(sql);
  await site.get(page);
  expect((await site.get(page)).hit).toBe(false);
  letGo();
  await site.reloaded();
  await site.get(page);
  const kept = await site.get(page);
  expect([kept.hit, kept.ttl]).toEqual([true, expect.toSatisfy((ttl: number) => ttl <= 100)]);
});
