/**
 * Measures what the administration asks at several numbers of documents: each list in each order and with each filter, searches, and the
 * reports of the first screen:
 *
 *   node tests/bench/content/administration.ts [--sizes 10000,100000] [--runs 10] [--on /usr/lib/postgresql/15/bin]
 *
 * Prints processor milliseconds of this process and the database's together for one request, the ratio of the last size to the first, and the
 * tables that were read from end to end. Only the ratio holds on a machine that does other work.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ContentType } from '../../../client/admin/resources/content-type.ts';
import { contentTypeOf } from '../../../client/admin/resources/content-types.ts';
import { readReport } from '../../../client/admin/screens/dashboard/report.ts';
import { createGraphqlEngine } from '../../../server/backend/embedded/graphql/engine.ts';
import { readMetadata } from '../../../server/backend/embedded/graphql/metadata/reader.ts';
import { openProject, readMigrations } from '../../../server/backend/embedded/migrations/project-directory.ts';
import { migrate } from '../../../server/backend/embedded/migrations/runner.ts';
import { type Desk, deskOf } from '../../integration/admin/own-engine.ts';
import { graphqlClient } from '../../support/graphql-fixture/graphql-client.ts';
import { serverBinaries } from '../../support/postgres-server.ts';
import { openMeasured } from './content-database.ts';
import { addDocuments, addNews, MAKING_MS } from './content-rows.ts';
import { printCosts } from './request-cost.ts';

const PROJECT = path.resolve('server/project');
const PERSON = { role: 'administrador', session: { 'x-hasura-user-id': '00000000-0000-4000-8000-00000000000a' } };

/** A file for every second document, without the triggers that would tell of each. */
const FILES = `
alter table storage.files disable trigger user;
alter table public.arquivo disable trigger user;
alter table public.documento_arquivo disable trigger user;
insert into storage.files (id, bucket_id, name, size, mime_type, is_uploaded)
  select md5(id::text)::uuid, 'default', 'ato.pdf', 1000, 'application/pdf', true from public.documento where id % 2 = 0 on conflict do nothing;
insert into public.arquivo (id, nome, mime, tamanho_bytes, pesquisavel)
  select md5(id::text)::uuid, 'ato ' || numero || '.pdf', case when id % 10 = 0 then 'image/png' else 'application/pdf' end, 1000, id % 20 <> 4
    from public.documento where id % 2 = 0 on conflict do nothing;
insert into public.documento_arquivo (documento_id, arquivo_id)
  select id, md5(id::text)::uuid from public.documento where id % 2 = 0 on conflict do nothing;
delete from edicao.documento_sem_arquivo s using public.documento_arquivo a where a.documento_id = s.documento_id;
alter table storage.files enable trigger user;
alter table public.arquivo enable trigger user;
alter table public.documento_arquivo enable trigger user;
analyze storage.files; analyze public.arquivo; analyze public.documento_arquivo; analyze edicao.documento_sem_arquivo;
`;

const FILTERS: Readonly<Record<string, unknown>> = {
  categoria_slug: 'leis',
  exercicio: 2020,
  tipo_id: 'lei',
  situacao_id: 'revogada',
  orgao_id: 1,
  categoria_noticia_id: 1,
  destaque: true,
  tipo: 'convocacao',
  prioridade: 'normal',
  pesquisavel: false,
};

const WORDS = ['contrato', 'contrato servidor', 'xyzw', 'le'];

const SCHEMAS = ['public', 'storage', 'edicao'];

type Questions = ReadonlyMap<string, () => Promise<unknown>>;

function questionsOf(desk: Desk): Questions {
  const questions = new Map<string, () => Promise<unknown>>();
  for (const type of ['documento', 'noticia', 'comunicado', 'arquivo'].map(contentTypeOf)) {
    const ask = (name: string, field: string, order: string, filter: Readonly<Record<string, unknown>> = {}): void => {
      const query = { pagination: { page: 1, perPage: 25 }, sort: { field, order: order === 'ASC' ? 'ASC' : 'DESC' } as const, filter };
      questions.set(`${type.table} ${name}`, () => desk.provider.getList(type.table, query));
    };
    askAll(type, ask);
  }
  return questions.set('reports of the first screen', () => readReport(desk.run, desk.access));
}

type Ask = (name: string, field: string, order: string, filter?: Readonly<Record<string, unknown>>) => void;

function askAll({ sorts = [], order, title, filters }: ContentType, ask: Ask): void {
  for (const field of sorts) for (const direction of ['ASC', 'DESC']) ask(`by ${field} ${direction}`, field, direction);
  for (const name of filters) {
    ask(`of ${name}`, order.column, order.direction, { [name]: FILTERS[name] });
    ask(`of ${name} by ${title}`, title, 'ASC', { [name]: FILTERS[name] });
  }
  for (const q of WORDS) ask(`with "${q}"`, order.column, order.direction, { q });
}

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000' }, runs: { type: 'string', default: '10' }, on: { type: 'string' } },
});
const measured = await openMeasured(values.on ?? (await serverBinaries()));
try {
  const { database, writing } = measured;
  const project = await openProject(PROJECT);
  await migrate(database, await readMigrations(project, path.join(PROJECT, 'bootstrap')));
  const engine = await createGraphqlEngine({ database, metadata: await readMetadata(project.metadata) });
  const questions = questionsOf(await deskOf(() => ({ ask: graphqlClient(() => engine) }), PERSON));
  const first = new Map<string, number>();
  let made = 0;
  for (const size of values.sizes.split(',').map(Number)) {
    await addDocuments(writing, size - made);
    await addNews(writing, (size - made) / 2);
    await database.script(FILES);
    await database.query('vacuum analyze', [], { timeoutMs: MAKING_MS });
    made = size;
    await printCosts(measured, questions, { title: `${size} documents`, first, runs: Number(values.runs), schemas: SCHEMAS });
  }
} finally {
  await measured.close();
}
