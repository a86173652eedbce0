/** Manifestations of years ago, answered and closed, whose term of keeping is over. */
import pg from 'pg';

/** So many that a report shows their number (decision 0055). */
export const DUE_CASES = 7;
export const YEAR_OF_DUE_CASES = 2018;

const clock = (instant: string): string =>
  `create or replace function casos.agora() returns timestamptz language sql stable return ${instant};`;

const FIELDS = {
  tipo: 'reclamacao',
  identificacao: 'identificada',
  forma_resposta: 'email',
  texto: 'Um texto que o prazo de guarda apaga.',
  pessoa: { nome: 'Nome Que Se Apaga', email: 'apagado@exemplo.org' },
};

const SCRIPT = `
  ${clock(`timestamptz '${YEAR_OF_DUE_CASES}-03-02 12:00Z'`)}
  select public.registrar_manifestacao('antigo-' || n, repeat('f', 64), '${JSON.stringify(FIELDS)}') from generate_series(1, ${DUE_CASES}) n;
  select public.tramitar_caso(c.id, 'em_analise') from casos.caso c where c.chave like 'antigo-%';
  select public.tramitar_caso(c.id, 'respondida', '{"resposta": "Uma resposta que o prazo apaga."}') from casos.caso c where c.chave like 'antigo-%';
  ${clock(`timestamptz '${YEAR_OF_DUE_CASES}-06-02 12:00Z'`)}
  select public.encerrar_casos_por_prazo(200);
  ${clock('now()')}`;

/** Writes them into the database of a site that does not run. */
export async function writeDueCases(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(SCRIPT);
  } finally {
    await client.end();
  }
}
