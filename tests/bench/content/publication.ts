/**
 * From the save of an editor to the page that the public sees, on the built site with its edge and PGlite: a news item is published and withdrawn
 * in turn, and the public list is asked again and again until it shows the change. Beside it the time of the same request where nothing changed
 * (a HIT) is printed, and the size of the administration's files.
 *
 *   node tests/bench/content/publication.ts [rounds]
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readAdminEntryFiles } from '../../../server/admin/entry-files.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { startSite } from '../../support/site.ts';

const ROUNDS = Number(process.argv[2] ?? 100);
const SECRET = 'segredo-da-medida-de-publicacao';
const TITLE = 'Notícia da medida de publicação';
const LIST = routePath('noticias');

const site = await startSite({ environment: { GRAPHQL_ADMIN_SECRET: SECRET }, readyWithinMs: 300_000 });
try {
  const id = await create();
  const hits: number[] = [];
  const answers: number[] = [];
  const visible: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    hits.push(await timed(() => listShows()));
    const published = round % 2 === 0;
    const begun = performance.now();
    await save(id, published);
    answers.push(performance.now() - begun);
    while ((await listShows()) !== published);
    visible.push(performance.now() - begun);
  }
  process.stdout.write(`| ${ROUNDS} rounds | median | worst |\n|---|---|---|\n`);
  for (const [name, times] of [
    ['the list from the cache', hits],
    ['the answer to the save', answers],
    ['from the save to the public list', visible],
  ] as const) {
    const sorted = times.toSorted((a, b) => a - b);
    process.stdout.write(`| ${name} | ${written(sorted[Math.floor(sorted.length / 2)])} | ${written(sorted.at(-1))} |\n`);
  }
  await printSizes();
} finally {
  await site.stop();
}

async function graphql(
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, { readonly id: number }>>> {
  const answer = await fetch(`${site.url}/v1/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Hasura-Admin-Secret': SECRET, 'X-Hasura-Role': 'editor' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { readonly data?: Record<string, { readonly id: number }>; readonly errors?: unknown };
  if (data === undefined) throw new Error(JSON.stringify(errors));
  return data;
}

async function create(): Promise<number> {
  const object = { titulo: TITLE, slug: 'noticia-da-medida', publicado_em: new Date(Date.now() - 1_000).toISOString() };
  const data = await graphql('mutation ($object: noticia_insert_input!) { row: insert_noticia_one(object: $object) { id } }', { object });
  const id = data['row']?.id;
  if (id === undefined) throw new Error('the news item was not made');
  return id;
}

async function save(id: number, publicado: boolean): Promise<void> {
  const query =
    'mutation ($id: bigint!, $publicado: Boolean!) { row: update_noticia_by_pk(pk_columns: {id: $id}, _set: {publicado: $publicado}) { id } }';
  await graphql(query, { id, publicado });
}

async function listShows(): Promise<boolean> {
  return (await (await fetch(`${site.url}${LIST}`)).text()).includes(TITLE);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function written(ms: number | undefined): string {
  return ms === undefined ? '' : `${ms.toFixed(1)} ms`;
}

/** The administration is loaded by editors, once for each version; no public page loads any of it. */
async function printSizes(): Promise<void> {
  process.stdout.write('\n| File of the administration | on the first screen | bytes | brotli |\n|---|---|---|---|\n');
  const first = await readAdminEntryFiles(process.cwd());
  const onFirst = new Set([...first.scripts, ...first.imported, ...first.styles]);
  const total = { bytes: 0, brotli: 0 };
  const directory = path.resolve('dist/admin/assets');
  for (const file of (await readdir(directory)).filter((name) => /\.(?:js|css)$/.test(name)).toSorted()) {
    const content = await readFile(path.join(directory, file));
    const [bytes, brotli] = [content.length, brotliCompressSync(content).length];
    const isFirst = onFirst.has(`/assets/${file}`);
    if (isFirst) Object.assign(total, { bytes: total.bytes + bytes, brotli: total.brotli + brotli });
    process.stdout.write(`| ${file} | ${isFirst ? 'yes' : ''} | ${bytes} | ${brotli} |\n`);
  }
  process.stdout.write(`| the first screen together | yes | ${total.bytes} | ${total.brotli} |\n`);
}
