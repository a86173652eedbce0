/** Addresses that visitors open, from rows that are there, and the operations that each one asks for. */
import { routeCalls } from '../../../client/routing/page.ts';
import type { Database } from '../../../server/backend/embedded/database.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { type OperationCall, operation } from '../../../shared/routes/types.ts';

export interface SampleCall {
  readonly address: string;
  readonly call: OperationCall;
}

/** Each gives the addresses of the rows with the most to show. */
const ADDRESSES = [
  `select '/lai/documentos/' || categoria_slug || query
     from (select categoria_slug from documento group by 1 order by count(*) desc, 1 limit 1) mais,
          unnest(array['', '?ano=2024', '?q=contrato', '?ordem=numero&pagina=2']) query`,
  `select '/lai/documentos/' || categoria_slug || '/' || d.id
     from documento d join documento_visivel using (id)
    order by (select count(*) from documento_arquivo a where a.documento_id = d.id)
           + (select count(*) from documento_relacao r where d.id in (r.de_id, r.para_id)) desc, d.id limit 1`,
  `select '/informacoes/noticia/' || n.id from noticia n join noticia_visivel using (id) where n.imagem_id is not null order by n.id limit 1`,
  `select '/informacoes/comunicado/' || a.comunicado_id
     from comunicado_arquivo a join comunicado_visivel v on v.id = a.comunicado_id order by 1 limit 1`,
  `select '/informacoes/bannerComunicado/' || id from banner_comunicado_vigente order by 1 limit 1`,
  `select '/paginas/' || p.slug from pagina p join pagina_visivel using (id) order by p.imagem_id is null, p.id limit 1`,
  `select '/institucional/unidade/' || id from unidade where publicado order by titular_pessoa_id is null, id limit 1`,
];

async function storedAddresses(database: Database): Promise<readonly string[]> {
  const found: string[] = [];
  for (const text of ADDRESSES) {
    const { rows } = await database.query(text);
    found.push(...rows.flatMap((row) => Object.values(row).map(String)));
  }
  return found;
}

/** Returns the operations of the state that every page shows, of each route without parameters, and of the stored addresses. */
export async function sampleCalls(database: Database): Promise<readonly SampleCall[]> {
  const plain = ROUTES.filter((route) => Object.keys(route.params).length === 0).map((route) => route.path);
  const addresses = [...plain, '/busca?q=aposentadoria', ...(await storedAddresses(database))];
  const calls = addresses.flatMap((address) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const match = matchRoute(ROUTES, pathname, searchParams);
    if (match.kind !== 'route') throw new Error(`no route answers ${address}`);
    return routeCalls(match.route, match.input).map((call) => ({ address, call }));
  });
  return [{ address: 'every page', call: operation('EstadoDoSite', {}) }, ...calls];
}
