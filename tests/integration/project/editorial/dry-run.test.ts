/** A change that is tried and undone: what the preview of a page is made of. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentBackend, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { CHANGE_CHANNEL } from '../../../../server/backend/embedded/changes/change-feed.ts';
import { dryRun } from '../../../../server/backend/embedded/dry-run.ts';
import { createHostedDryRun } from '../../../../server/backend/embedded/hosted-dry-run.ts';
import { ANA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const EDITOR = { caller: { ...ANA, trust: 'signed-in' } } as const;
const VISITOR = { caller: PUBLIC_CALLER } as const;
const PUBLISH = `mutation ($titulo: String!) {
  row: insert_noticia_one(object: {titulo: $titulo, slug: "ensaio", publicado: true, publicado_em: "2026-01-01T00:00:00Z"}) { id }
}`;
const SEEN = { query: '{ noticia(where: {slug: {_eq: "ensaio"}}) { titulo } }' };
const NOTHING = { kind: 'data', json: '{"noticia":[]}' };

type DryRun = NonNullable<ContentBackend['dryRun']>;

/** In a transaction of its own, and as a hosted backend has it: over requests that share none. */
const WAYS: readonly (readonly [string, (project: ProjectEngine) => DryRun])[] = [
  [
    'a transaction',
    ({ database, engine }) =>
      (work) =>
        dryRun(database, engine, work),
  ],
  [
    'requests of their own',
    ({ engine }) =>
      createHostedDryRun({
        execute: (request, options) => engine.execute(request, options),
        onFault: (error) => {
          throw error;
        },
      }),
  ],
];

const CASES = PROJECT_ENGINES.flatMap(([name, open]) => WAYS.map(([way, dryRunOf]) => ({ name, way, open, dryRunOf })));

describe.each(CASES)('a dry run on $name in $way', ({ open, dryRunOf }) => {
  let project: ProjectEngine;
  let tried: DryRun;
  beforeAll(async () => {
    project = await open();
    tried = dryRunOf(project);
  }, 120_000);
  afterAll(() => project.close());

  test('shows the change to its own public requests and leaves neither row, audit nor notice behind', async () => {
    const notices: string[] = [];
    const trail = () => project.rows('select count(*)::integer as n from auditoria');
    const before = await trail();
    const stop = await project.database.listen(
      CHANGE_CHANNEL,
      (payload) => notices.push(payload),
      () => undefined,
    );
    const answer = await tried(async (execute) => {
      await execute({ query: PUBLISH, variables: { titulo: 'Ainda não' } }, EDITOR);
      return execute(SEEN, VISITOR);
    });
    expect(answer).toEqual({ kind: 'data', json: expect.stringContaining('Ainda não') });
    expect(await project.engine.execute(SEEN, VISITOR)).toEqual(NOTHING);
    expect(await trail()).toEqual(before);
    // Notices keep their order: the first one is that of a change that stays.
    await project.engine.execute({ query: PUBLISH.replace('ensaio', 'estreia'), variables: { titulo: 'Agora sim' } }, EDITOR);
    await expect.poll(() => notices.length).toBeGreaterThan(0);
    const [{ id } = { id: null }] = await project.rows("select id from noticia where slug = 'estreia'");
    expect(notices.join(' ')).toContain(String(id));
    expect(notices.every((notice) => notice.includes(String(id)))).toBe(true);
    await stop();
  });

  test('asks the permissions of the caller', async () => {
    const refused = await tried((execute) => execute({ query: PUBLISH, variables: { titulo: 'x' } }, VISITOR));
    expect(refused).toMatchObject({ kind: 'errors' });
  });

  test('shows a text that its author may not publish, and lets the author publish nothing', async () => {
    await project.database.script(
      "insert into configuracao_site (nome, sigla, ente, uf, exige_aprovacao) values ('Instituto', 'IP', 'Vila', 'PA', true) on conflict do nothing",
    );
    const publish = { query: PUBLISH, variables: { titulo: 'Por aprovar' } };
    const seen = await tried(async (execute) => {
      await execute(publish, EDITOR);
      return execute(SEEN, VISITOR);
    });
    const saved = await project.engine.execute(publish, EDITOR);
    await project.database.script('update configuracao_site set exige_aprovacao = false');
    expect(seen).toEqual({ kind: 'data', json: expect.stringContaining('Por aprovar') });
    expect(saved).toMatchObject({ kind: 'errors', errors: [{ message: expect.stringContaining('aprovação de outra pessoa') }] });
  });

  test('answers requests that are made at once, and is undone where the work fails', async () => {
    const both = await tried((execute) => Promise.all([execute(SEEN, VISITOR), execute(SEEN, VISITOR)]));
    expect(both).toEqual([NOTHING, NOTHING]);
    const failing = tried(async (execute) => {
      await execute({ query: PUBLISH, variables: { titulo: 'Falha' } }, EDITOR);
      throw new Error('the page could not be read');
    });
    await expect(failing).rejects.toThrow('the page could not be read');
    expect(await project.engine.execute(SEEN, VISITOR)).toEqual(NOTHING);
  });

  test('gives a new row the number that the rows within it and later requests know', async () => {
    const [seen, id] = await tried(async (execute) => {
      const query = `mutation { row: insert_faq_categoria_one(object: {
        nome: "Ensaio", slug: "ensaio", perguntas: {data: [{pergunta: "Por quê?", resposta_html: "<p>Porque sim.</p>", publicado: true}]}
      }) { id } }`;
      const saved = await execute({ query }, EDITOR);
      const { row } = JSON.parse(saved.kind === 'data' ? saved.json : '{}') as { readonly row?: { readonly id: number } };
      const within = 'query ($id: bigint!) { faq_categoria(where: {id: {_eq: $id}}) { perguntas { pergunta } } }';
      return [await execute({ query: within, variables: { id: row?.id } }, VISITOR), row?.id] as const;
    });
    expect(seen).toEqual({ kind: 'data', json: expect.stringContaining('Por quê?') });
    expect(await project.rows(`select 1 from faq_categoria where id = ${id}`)).toEqual([]);
  });

  test('tells what the database refuses in the words of a save', async () => {
    const twice = await tried(async (execute) => {
      await execute({ query: PUBLISH, variables: { titulo: 'Uma' } }, EDITOR);
      return execute({ query: PUBLISH, variables: { titulo: 'Outra' } }, EDITOR);
    });
    expect(twice).toMatchObject({ kind: 'errors', errors: [{ extensions: { code: 'constraint-violation' } }] });
  });
});
