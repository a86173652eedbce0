/** The statistics of cases against the cases themselves: whatever happens to cases, the sums are those of a recount. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../../../server/backend/embedded/database.ts';
import { PROJECT_ENGINES } from '../editorial/project-engine.ts';
import { type CaseDesk, openCaseDesk } from './case-desk.ts';

const TEXT = 'Um texto com mais de vinte letras.';
const KEPT = `
  select canal, ano::integer, mes::integer, dimensao, valor, sum(quantidade)::integer as quantidade
    from (select canal, ano, mes, dimensao, valor, quantidade from estatistica.soma where origem = 'registro'
          union all select canal, ano, mes, dimensao, valor, quantidade from estatistica.parcela) p
   group by 1, 2, 3, 4, 5 having sum(quantidade) <> 0 order by 1, 2, 3, 4, 5`;

/** Written from the law's words and not from the triggers. */
const RECOUNTED = `
  with caso as (
    select c.*, casos.dia(c.registrado_em) as dia, casos.dia(c.respondido_em) - casos.dia(c.registrado_em) as dias, s.especie = 'saida' as saiu
      from casos.caso c join casos.situacao s using (canal, situacao) where c.canal <> 'contato'
  ), fato as (
    select canal, dia, 'total' as dimensao, 'total' as valor from caso
    union all select canal, dia, 'situacao', case situacao when 'arquivada' then situacao else 'encaminhada_externa' end from caso where saiu
    union all select canal, dia, 'vence', prazo_em::text from caso where respondido_em is null and not saiu
    union all select canal, dia, 'situacao', 'respondida_' || case when not respondido_no_prazo then 'fora_do_prazo' when prorrogado_em is null then 'no_prazo' else 'com_prorrogacao' end
      from caso where respondido_em is not null and not saiu
    union all select canal, dia, 'prorrogacao', 'prorrogada' from caso where prorrogado_em is not null
    union all select canal, dia, 'dias', dias::text from caso where dias is not null
    union all select canal, dia, 'imediata', 'imediata' from caso where dias = 0 and canal = 'sic'
    union all select canal, dia, 'assunto', '#' || assunto_id from caso where assunto_id is not null
    union all select canal, dia, 'canal_entrada', canal_entrada from caso
    union all select canal, dia, 'nota', satisfacao::text from caso where satisfacao is not null
    union all select canal, dia, 'tipo', tipo from caso where canal = 'ouvidoria'
    union all select canal, dia, 'identificacao', identificacao from caso where canal = 'ouvidoria'
    union all select canal, dia, 'tipo_resposta', tipo_resposta from caso where canal = 'sic' and respondido_em is not null
    union all select canal, dia, 'fundamento', fundamento_negativa from caso where canal = 'sic' and fundamento_negativa is not null
    union all select canal, dia, 'uf', uf from caso join casos.perfil_estatistico p on p.caso_id = caso.id
    union all select canal, dia, 'pessoa', lower(pessoa) from caso join casos.perfil_estatistico p on p.caso_id = caso.id
    union all select distinct on (caso.id) canal, dia, 'recurso', coalesce(decisao, 'em_andamento')
      from (select caso.id, canal, dia, instancia, decisao from caso join casos.recurso r on r.caso_id = caso.id and r.tipo = 'recurso' order by caso.id, instancia desc) caso
    union all select canal, dia, 'reclamacao', coalesce(r.decisao, 'em_andamento')
      from caso join casos.recurso r on r.caso_id = caso.id and r.tipo = 'reclamacao' where canal = 'sic'
  )
  select canal, extract(year from dia)::integer as ano, extract(month from dia)::integer as mes, dimensao, valor, count(*)::integer as quantidade
    from fato where valor is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;

/** What the staff may do next; what is refused changes nothing. */
const STEPS = [
  ['em_analise', {}],
  ['em_tratamento', {}],
  ['encaminhada_area', {}],
  ['prorrogada', { justificativa: 'Falta um parecer.' }],
  ['prorrogado', { justificativa: 'Falta um parecer.' }],
  ['aguardando_complementacao', { descricao: 'Diga a data.' }],
  ['respondida', { resposta: TEXT }],
  ['respondido', { resposta: TEXT, tipo_resposta: 'acesso_concedido' }],
  ['respondido', { resposta: TEXT, tipo_resposta: 'acesso_negado', fundamento_negativa: 'dado_pessoal' }],
  ['arquivada', { motivo: 'duplicada' }],
  ['redirecionado', { orgao: 'Prefeitura' }],
  ['reclassificada', { canal: 'sic' }],
  ['reclassificado', { tipo: 'solicitacao' }],
  ['reclamacao_decidida', { decisao: 'desprovido', autoridade: 'Direção', resposta: TEXT }],
] as const;

const action = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('register' as const),
      channel: fc.constantFrom('manifestacao' as const, 'pedido' as const),
      profile: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('step' as const), which: fc.nat(30), step: fc.constantFrom(...STEPS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rate' as const, 'appeal' as const), which: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complain' as const), which: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 600 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

const SUBMISSIONS = {
  manifestacao: { tipo: 'reclamacao', texto: TEXT, pessoa: { nome: 'Rita', email: 'r@exemplo.org' } },
  pedido: { texto: TEXT, pessoa: { nome: 'Rui', email: 'r@exemplo.org' } },
};

class History {
  readonly #desk: CaseDesk;
  readonly #protocols: string[] = [];
  #now = Date.UTC(2025, 10, 20, 15);

  constructor(desk: CaseDesk) {
    this.#desk = desk;
  }

  async act(next: Action): Promise<void> {
    switch (next.kind) {
      case 'register': {
        const perfil = next.profile ? { perfil: { pessoa: 'PF', uf: 'PA' } } : {};
        const { protocolo } = await this.#desk.register(next.channel, { ...SUBMISSIONS[next.channel], ...perfil });
        this.#protocols.push(String(protocolo));
        return;
      }
      case 'wait':
        // Any hour: the last evening of a year at the institution is in the next one in UTC.
        this.#now += next.hours * 3_600_000;
        return this.#desk.at(new Date(this.#now).toISOString());
      default:
        return this.#onCase(next);
    }
  }

  /** What the rules of cases refuse is undone and counts for nothing. */
  async #onCase(next: Exclude<Action, { kind: 'register' | 'wait' }>): Promise<void> {
    const protocol = this.#protocols[next.which % Math.max(1, this.#protocols.length)];
    if (protocol === undefined) return;
    const [row] = await this.#desk.project.rows(`select id from casos.caso where protocolo = '${protocol}'`);
    try {
      if (next.kind === 'step') await this.#desk.step(row?.['id'], next.step[0], next.step[1]);
      else if (next.kind === 'rate') await this.#desk.citizen('avaliar_resposta', protocol, 'nota: 4');
      else if (next.kind === 'complain') await this.#desk.citizen('reclamar_da_omissao', protocol);
      else await this.#desk.citizen('interpor_recurso', protocol, `texto: "${TEXT}"`);
    } catch (error) {
      if (!String(error).includes('caso:')) throw error;
    }
  }
}

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await openCaseDesk(open);
  }, 120_000);
  afterAll(() => desk.close());

  const sums = (): Promise<readonly Row[]> => desk.project.rows(KEPT);
  const recount = (): Promise<readonly Row[]> => desk.project.rows(RECOUNTED);

  test('the sums are those of a recount after any sequence of actions', async () => {
    const sequences = fc.array(action, { minLength: 15, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(sequences, async (actions) => {
        const history = new History(desk);
        for (const next of actions) await history.act(next);
        expect(await sums()).toEqual(await recount());
      }),
      { numRuns: 8 },
    );
    const [registered] = await desk.project.rows(`select count(*)::integer as n from casos.caso`);
    expect(registered?.['n']).toBeGreaterThan(10);
  }, 120_000);

  test('concurrent registrations are all counted', async () => {
    await Promise.all(Array.from({ length: 16 }, () => desk.register('pedido', SUBMISSIONS.pedido)));
    expect(await sums()).toEqual(await recount());
  });

  test('an answer, an appeal and its decision move a request from one value to the next', async () => {
    await desk.at('2026-03-02T15:00:00Z');
    const { protocolo } = await desk.register('pedido', SUBMISSIONS.pedido);
    const [row] = await desk.project.rows(`select id from casos.caso where protocolo = '${String(protocolo)}'`);
    await desk.step(row?.['id'], 'em_tratamento');
    await desk.step(row?.['id'], 'respondido', { resposta: TEXT, tipo_resposta: 'acesso_negado', fundamento_negativa: 'segredo' });
    await desk.citizen('interpor_recurso', String(protocolo), `texto: "${TEXT}"`);
    const counted = async (): Promise<unknown> =>
      (await desk.project.rows(KEPT))
        .filter(({ ano, mes, dimensao }) => ano === 2026 && mes === 3 && dimensao === 'recurso')
        .map(({ valor }) => valor);
    expect(await counted()).toEqual(['em_andamento']);
    expect(await sums()).toEqual(await recount());
  });

  test('a complaint that no answer came is counted by itself, and goes with its request to another channel', async () => {
    await desk.at('2026-02-02T15:00:00Z');
    const { protocolo } = await desk.register('pedido', SUBMISSIONS.pedido);
    const [row] = await desk.project.rows(`select id from casos.caso where protocolo = '${String(protocolo)}'`);
    await desk.at('2026-03-02T15:00:00Z');
    const counted = async (): Promise<unknown> =>
      (await desk.project.rows(KEPT))
        .filter(({ ano, mes, dimensao }) => ano === 2026 && mes === 2 && ['recurso', 'reclamacao'].includes(String(dimensao)))
        .map(({ dimensao, valor, quantidade }) => [dimensao, valor, quantidade]);
    const before = await counted();
    expect(before).toEqual([]);
    await desk.citizen('reclamar_da_omissao', String(protocolo));
    expect(await counted()).toEqual([['reclamacao', 'em_andamento', 1]]);
    await desk.step(row?.['id'], 'reclassificado', { tipo: 'solicitacao' });
    expect(await counted()).toEqual([]);
    expect(await sums()).toEqual(await recount());
    await desk.step(row?.['id'], 'em_analise');
    await desk.step(row?.['id'], 'reclassificada');
    expect(await counted()).toEqual([['reclamacao', 'prejudicada', 1]]);
    expect(await sums()).toEqual(await recount());
  });

  test('the statistics count an erased case as before', async () => {
    await desk.at('2021-03-02T15:00:00Z');
    const { protocolo } = await desk.register('pedido', { ...SUBMISSIONS.pedido, perfil: { pessoa: 'PF', uf: 'PA' } });
    const [row] = await desk.project.rows(`select id from casos.caso where protocolo = '${String(protocolo)}'`);
    await desk.step(row?.['id'], 'em_tratamento');
    await desk.step(row?.['id'], 'respondido', { resposta: TEXT, tipo_resposta: 'acesso_concedido' });
    await desk.at('2021-04-05T15:00:00Z');
    await desk.step(row?.['id'], 'finalizado');
    const before = await sums();
    await desk.at('2026-04-06T15:00:00Z');
    const undone = new Error('undone');
    const erased = desk.project.database.transaction(async (tx) => {
      await tx.script(`update casos.caso set eliminado_em = casos.agora() where protocolo = '${String(protocolo)}'`);
      expect((await tx.query(KEPT)).rows).toEqual(before);
      throw undone;
    });
    await expect(erased).rejects.toBe(undone);
    await desk.at('2026-03-02T15:00:00Z');
  });

  test('servers add up what cases have counted, and tell once of the report of each channel', async () => {
    const addUp = async (): Promise<unknown> =>
      (await desk.project.rows('select quantidade from recolher_estatisticas()'))[0]?.['quantidade'];
    await addUp();
    await desk.project.database.script('delete from mudanca');
    await desk.register('manifestacao', SUBMISSIONS.manifestacao);
    await desk.register('manifestacao', { ...SUBMISSIONS.manifestacao, perfil: { pessoa: 'PF', uf: 'PA' } });
    const told = (): Promise<unknown> => desk.project.rows(`select aviso ->> 'table' as "table", aviso ->> 'key' as key from mudanca`);
    expect(await told()).toEqual([]);
    const before = await sums();
    expect(before).toEqual(await recount());
    expect(await addUp()).toBeGreaterThan(0);
    expect(await told()).toEqual([{ table: 'relatorio_estatistico', key: 'ouvidoria' }]);
    expect(await sums()).toEqual(before);
    expect(await addUp()).toBe(0);
    expect(await told()).toHaveLength(1);
  });

  test('two servers that add up at the same moment count nothing twice', async () => {
    await desk.register('pedido', SUBMISSIONS.pedido);
    const counted = await sums();
    await Promise.all(Array.from({ length: 4 }, () => desk.project.rows('select quantidade from recolher_estatisticas()')));
    expect(await sums()).toEqual(counted);
    expect(await desk.project.rows('select count(*)::integer as n from estatistica.parcela')).toEqual([{ n: 0 }]);
  });
});
