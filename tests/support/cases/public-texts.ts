/** All that a site gives to the public: its pages and what they link to, their data, and every root field of GraphQL as the public. */
import { type GraphQLSchema, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { ROUTES } from '../../../shared/routes/table.ts';
import type { RunningSite } from '../site.ts';

export interface PublicGraphql {
  /** Of the role `public`. */
  readonly schema: GraphQLSchema;
  readonly adminSecret: string;
}

const MACHINE_PATHS = [
  '/robots.txt',
  '/sitemap.xml',
  '/builds/latest.json',
  '/health',
  '/health/ready',
  '/busca?q=zulmira',
  '/busca?q=pedido',
];
const MOST = 600;

/** Returns the texts by what they are; those that the cache gives out are named so. */
export async function publicTexts(site: Pick<RunningSite, 'url'>, graphql: PublicGraphql): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const waiting = [...ROUTES.map(({ path }) => path).filter((path) => !path.includes('{') && !path.includes(':')), ...MACHINE_PATHS];
  const known = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined && texts.size < MOST; path = waiting.shift()) {
    const answer = await fetch(site.url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    const text = await answer.text();
    texts.set(path, withFields(answer, text));
    for (const link of linksOf(text, site.url)) {
      if (known.has(link)) continue;
      known.add(link);
      waiting.push(link);
    }
    const payload = `${path.split('?')[0]?.replace(/\/$/, '') ?? ''}/_payload.json`;
    if (answer.headers.get('content-type')?.startsWith('text/html') === true && !known.has(payload)) {
      known.add(payload);
      waiting.push(payload);
    }
  }
  for (const path of ROUTES.map((route) => route.path).filter((each) => texts.has(each))) {
    const answer = await fetch(site.url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    const text = await answer.text();
    if (/;\s*hit\b/.test(answer.headers.get('cache-status') ?? '')) texts.set(`stored ${path}`, withFields(answer, text));
  }
  for (const [field, text] of await publicFields(site, graphql)) texts.set(`graphql ${field}`, text);
  return texts;
}

function withFields({ headers }: Response, text: string): string {
  return `${JSON.stringify([...headers])}\n${text}`;
}

/** Files of the build hold nothing of the database. */
function linksOf(text: string, origin: string): readonly string[] {
  return [...text.matchAll(/(?:href|src|action|data-[a-z]+)="([^"#]+)/g)]
    .map(([, link]) => (link ?? '').replaceAll('&amp;', '&').replace(origin, ''))
    .filter((link) => /^\/(?!\/)/.test(link) && !/^\/(?:assets|_casos|_image|_session)\b/.test(link));
}

/** Introspection is closed to the public, so the fields are those of its schema. */
async function publicFields(
  { url }: Pick<RunningSite, 'url'>,
  { schema, adminSecret }: PublicGraphql,
): Promise<readonly (readonly [string, string])[]> {
  const ask = async (query: string): Promise<string> => {
    const headers = { 'Content-Type': 'application/json', 'x-hasura-admin-secret': adminSecret, 'x-hasura-role': 'public' };
    return (await fetch(`${url}/v1/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })).text();
  };
  const answers: [string, string][] = [['__schema', await ask('{ __schema { types { name } } }')]];
  for (const { name, type, args } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const row = getNamedType(type);
    if (args.some(isRequiredArgument) || !isObjectType(row)) continue;
    const columns = Object.values(row.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
    );
    if (columns.length === 0) continue;
    const answer = await ask(`{ ${name} { ${columns.map((column) => column.name).join(' ')} } }`);
    if (!answer.startsWith('{"data"')) throw new Error(`${name}: ${answer.slice(0, 300)}`);
    answers.push([name, answer]);
  }
  return answers;
}
