/** `npm run backend` on a project that is not this site's: a process of its own, on PGlite and on Postgres. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDataDirectory } from '../../../support/embedded/empty-database.ts';
import { COVER, COVER_BYTES, HIDDEN_COVER } from '../../../support/foreign-project/demo/load.ts';
import { postgresForTests, type TestPostgres } from '../../../support/postgres.ts';
import { type RunningSite, startSite } from '../../../support/site.ts';

const SCRIPT = 'server/backend-alone.ts';
const PROJECT = path.resolve('tests/support/foreign-project');
const SECRET = 'um segredo de dezesseis';

async function ask({ url }: RunningSite, query: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const answer = await fetch(`${url}/v1/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe.each(['PGlite', 'Postgres'])('on %s', (kind) => {
  let postgres: TestPostgres | undefined;
  let backend: RunningSite;

  beforeAll(async () => {
    postgres = kind === 'Postgres' ? await postgresForTests() : undefined;
    backend = await startSite({
      script: SCRIPT,
      copyOf: await emptyDataDirectory(),
      environment: {
        PROJECT_DIR: PROJECT,
        DEMO_CONTENT: 'on',
        GRAPHQL_ADMIN_SECRET: SECRET,
        ...(postgres === undefined ? {} : { DATABASE_URL: postgres.connectionString }),
      },
    });
  });

  afterAll(async () => {
    await backend.stop();
    await postgres?.stop();
  });

  test('answers a query through a relationship with the rows that the role may read', async () => {
    const query = '{ autor(order_by: {id: asc}) { nome livros(order_by: {id: asc}) { titulo autor { nome } } } }';
    expect(await ask(backend, query)).toEqual({
      data: {
        autor: [
          {
            nome: 'Ana',
            livros: [
              { titulo: 'Primeiro', autor: { nome: 'Ana' } },
              { titulo: 'Segundo', autor: { nome: 'Ana' } },
            ],
          },
          { nome: 'Bia', livros: [] },
        ],
      },
    });
  });

  test('hides what the role may not read, and shows it to the administrator', async () => {
    const hidden = await ask(backend, '{ autor { telefone } }');
    expect(hidden).toMatchObject({ errors: [{ message: "field 'telefone' not found in type: 'autor'" }] });
    expect(await ask(backend, '{ livro_aggregate { aggregate { count } } }')).toEqual({
      data: { livro_aggregate: { aggregate: { count: 2 } } },
    });
    const all = await ask(backend, '{ autor_by_pk(id: 2) { telefone livros { titulo } } }', { 'x-hasura-admin-secret': SECRET });
    expect(all).toEqual({ data: { autor_by_pk: { telefone: '61 6666', livros: [{ titulo: 'Reservado' }] } } });
  });

  test('serves a file by the permission on its row', async () => {
    const file = await fetch(`${backend.url}/v1/files/${COVER}`);
    expect([file.status, file.headers.get('content-type'), await file.text()]).toEqual([200, 'text/plain; charset=utf-8', COVER_BYTES]);
    expect((await fetch(`${backend.url}/v1/files/${HIDDEN_COVER}`)).status).toBe(404);
  });

  test('answers probes', async () => {
    for (const probe of ['/health/live', '/health/ready']) expect((await fetch(`${backend.url}${probe}`)).status).toBe(200);
    const asHasura = await fetch(`${backend.url}/healthz`);
    expect([asHasura.status, asHasura.headers.get('content-type'), await asHasura.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'OK',
    ]);
  });

  test('answers any other address with 404 and no page', async () => {
    const answer = await fetch(`${backend.url}/noticias`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});

describe('a project with an allow list', () => {
  let directory: string;
  let backend: RunningSite;

  beforeAll(async () => {
    // Beside the fixture, whose loader imports types of the server.
    directory = await mkdtemp(path.join(tmpdir(), 'projeto-'));
    await cp(path.join(PROJECT, 'nhost'), directory, { recursive: true });
    await writeFile(path.join(directory, 'metadata/allow_list.yaml'), '- {collection: biblioteca, scope: {global: true}}\n');
    await writeFile(
      path.join(directory, 'metadata/query_collections.yaml'),
      '- {name: biblioteca, definition: {queries: [{name: Autores, query: "query Autores { autor { id } }"}]}}\n',
    );
    backend = await startSite({ script: SCRIPT, environment: { PROJECT_DIR: directory, GRAPHQL_ADMIN_SECRET: SECRET } });
  });

  afterAll(async () => {
    await backend.stop();
    await rm(directory, { recursive: true });
  });

  test('holds anonymous callers to its operations', async () => {
    expect(await ask(backend, 'query Autores { autor { id } }')).toEqual({ data: { autor: [] } });
    expect(await ask(backend, '{ livro { id } }')).toMatchObject({ errors: [{ extensions: { code: 'validation-failed' } }] });
    expect(await ask(backend, '{ livro { id } }', { 'x-hasura-admin-secret': SECRET })).toEqual({ data: { livro: [] } });
  });
});

describe('a start that cannot work says why in one line', () => {
  test('a metadata key that is not supported', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'projeto-'));
    await cp(path.join(PROJECT, 'nhost'), directory, { recursive: true });
    await writeFile(path.join(directory, 'metadata/actions.yaml'), 'actions: [{name: emprestar}]\n');
    try {
      const failure = await startSite({ script: SCRIPT, environment: { PROJECT_DIR: directory, LOG_LEVEL: 'error' } }).then(
        () => '',
        String,
      );
      const lines = failure.split('\n').filter((line) => line !== '' && !/^Error: the site ended|^Creating the database/.test(line));
      expect(lines).toEqual([`${directory}/metadata/actions.yaml: actions.yaml.actions: is not supported by the embedded backend`]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
