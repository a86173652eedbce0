/** Random lives of cases against a model written from the law, and terms against the calendar of JavaScript: holidays, year ends, time zones. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ENGINES } from '../editorial/project-engine.ts';
import { type CaseDesk, CODE, dataOfStep, openCaseDesk } from './case-desk.ts';
import {
  type Action,
  act,
  addDays,
  type Channel,
  type Circumstances,
  endOfTerm,
  isOpen,
  registeredCase,
  STATES,
  STEPS,
} from './case-model.ts';

const HOLIDAYS = [
  '2026-12-24',
  '2026-12-25',
  '2026-12-31',
  '2027-01-01',
  '2027-01-04',
  '2027-02-09',
  '2027-03-26',
  '2027-04-21',
  '2027-05-01',
];
/** Hours from the local midnight to that of UTC; none of these zones changes its clocks. */
const OFFSETS: ReadonlyMap<string, number> = new Map([
  ['America/Sao_Paulo', 3],
  ['America/Noronha', 2],
  ['America/Rio_Branco', 5],
  ['America/Manaus', 4],
]);

const inSql = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`;
const [, open] = PROJECT_ENGINES[0];

let desk: CaseDesk;
beforeAll(async () => {
  desk = await openCaseDesk(open);
  const holidays = HOLIDAYS.map((day) => `('${day}', 'Feriado', 'nacional')`).join(', ');
  await desk.project.database.script(`
    insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IP', 'Vila', 'PA');
    insert into feriado (data, nome, ambito) values ${holidays}`);
});
afterAll(() => desk.close());

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('days' as const), count: fc.integer({ min: 1, max: 22 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('step' as const),
      to: fc.constantFrom(...STATES),
      complete: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'complement' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'appeal' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'complain' }) },
  { weight: 1, arbitrary: fc.boolean().map<Action>((solved) => ({ kind: 'rate', solved })) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'routine' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'note' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'erase' }) },
);

/** Steps that are possible, more often than chance finds them, so that long lives are tried too. */
const likely = (channel: Channel): fc.Arbitrary<Action> =>
  fc
    .constantFrom(
      ...{
        contato: ['lida', 'respondida', 'encerrada'],
        ouvidoria: ['em_analise', 'aguardando_complementacao', 'prorrogada', 'respondida', 'concluida'],
        sic: ['em_tratamento', 'respondido', 'recurso_decidido_1', 'recurso_decidido_2', 'finalizado'],
      }[channel],
    )
    .map((to) => ({ kind: 'step', to, complete: true }));

const life = fc.constantFrom<Channel>('contato', 'ouvidoria', 'ouvidoria', 'sic', 'sic').chain((channel) =>
  fc.record({
    channel: fc.constant(channel),
    anonymous: fc.boolean().map((anonymous) => anonymous && channel === 'ouvidoria'),
    suspends: fc.boolean(),
    begin: fc.integer({ min: 0, max: 120 }).map((days) => addDays('2026-11-20', days)),
    zone: fc.constantFrom(...OFFSETS.keys()),
    minute: fc.oneof(fc.constantFrom(0, 1_439), fc.integer({ min: 0, max: 1_439 })),
    actions: fc.array(fc.oneof(action, likely(channel), likely(channel)), { minLength: 4, maxLength: 14 }),
  }),
);

/** The statement of an action; null for the passing of time. */
function statement(taken: Action, id: string, protocol: string): string | null {
  const citizen = `${inSql(protocol)}, ${inSql(CODE)}, 'origem'`;
  switch (taken.kind) {
    case 'days':
      return null;
    case 'step':
      return `select tramitar_caso('${id}', ${inSql(taken.to)}, ${inSql(JSON.stringify(taken.complete ? dataOfStep(taken.to) : {}))})`;
    case 'complement':
      return `select complementar_caso(${citizen}, 'Mais.')`;
    case 'appeal':
      return `select interpor_recurso(${citizen}, 'Discordo.')`;
    case 'complain':
      return `select reclamar_da_omissao(${citizen})`;
    case 'rate':
      return `select avaliar_resposta(${citizen}, 3, ${inSql(taken.solved ? 'resolvida' : 'parcial')})`;
    case 'note':
      return `select anotar_caso('${id}', 'Nota.')`;
    case 'erase':
      return `select eliminar_casos('["${id}"]', 1)`;
    case 'routine':
      return 'select encerrar_casos_por_prazo(10000)';
  }
}

interface Life {
  readonly channel: Channel;
  readonly anonymous: boolean;
  readonly suspends: boolean;
  /** Day of the institution. */
  readonly begin: string;
  readonly zone: string;
  /** Of that day. */
  readonly minute: number;
  readonly actions: readonly Action[];
}

/** Lives a life in the database and in the model, and compares them after each action. Returns what was accepted and refused, and the last term. */
async function live({ channel, anonymous, suspends, begin, zone, minute, actions }: Life): Promise<{
  readonly accepted: number;
  readonly refused: number;
  readonly due: string | null;
}> {
  await desk.project.database.script(
    `update canal_atendimento set complementacao_suspende_prazo = ${suspends}; update configuracao_site set fuso_horario = '${zone}'`,
  );
  const localTime = (day: string): string =>
    new Date(Date.parse(`${day}T00:00:00Z`) + (OFFSETS.get(zone) ?? 0) * 3_600_000 + minute * 60_000).toISOString();
  let [accepted, refused] = [0, 0];
  let now: Circumstances = { today: begin, holidays: new Set(HOLIDAYS), suspends, anonymous };
  await desk.at(localTime(begin));
  const receipt = await desk.register(({ contato: 'mensagem', ouvidoria: 'manifestacao', sic: 'pedido' } as const)[channel], {
    texto: 'Um texto que basta.',
    ...(channel === 'ouvidoria' ? { tipo: 'reclamacao', identificacao: anonymous ? 'anonima' : 'identificada' } : {}),
  });
  const protocol = String(receipt['protocolo']);
  const row = `select id, canal, situacao, aberto, prazo_em::text, prorrogado_em is not null as prorrogado, respondido_em is not null as respondido,
    recurso_ate::text, reaberto_em is not null as reaberto, casos.esta_avaliada(c) as avaliado,
    reclamacao, reclamacao_ate is not null as reclamado from casos.caso c where protocolo = ${inSql(protocol)}`;
  const id = String((await desk.project.rows(row))[0]?.['id']);
  let expected = registeredCase(channel, now);
  for (const taken of actions) {
    const sql = statement(taken, id, protocol);
    const isMove = taken.kind === 'step' && taken.complete && taken.to !== expected.state;
    const offers = isMove ? await offered(id, taken.to) : [];
    if (taken.kind === 'days') {
      now = { ...now, today: addDays(now.today, taken.count) };
      await desk.at(localTime(now.today));
    }
    const next = act(expected, taken, now);
    const happened = sql === null ? true : await desk.project.rows(sql).then(...OUTCOMES);
    expect(happened, `${JSON.stringify(taken)} on ${JSON.stringify(expected)} at ${now.today}`).toBe(next !== null);
    if (sql !== null && next !== null) accepted += 1;
    if (next === null) refused += 1;
    // What the staff is told before a step is confirmed is what comes of it.
    expect(offers).toEqual(isMove && next !== null ? [{ prazo_em: next.due }] : []);
    expected = next ?? expected;
    expect((await desk.project.rows(row))[0]).toEqual({
      id,
      canal: expected.channel,
      situacao: expected.state,
      aberto: isOpen(expected),
      prazo_em: expected.due,
      prorrogado: expected.extended,
      respondido: expected.answered,
      recurso_ate: expected.objectUntil,
      reaberto: expected.reopened,
      avaliado: expected.rated,
      reclamacao: expected.complaint,
      reclamado: expected.complaint === 'em_andamento',
    });
  }
  await desk.project.database.script("update configuracao_site set fuso_horario = 'America/Sao_Paulo'");
  return { accepted, refused, due: expected.due };
}

/** The step to a state as it is offered, with the term that it would leave. A change of the channel is taken by the names of both channels. */
function offered(id: string, to: string): Promise<readonly unknown[]> {
  const isStep = to.startsWith('reclassificad')
    ? "especie = 'reclassificacao'"
    : `para = ${inSql(to)} and especie <> 'prorrogacao_da_area'`;
  return desk.project.rows(`select prazo_em::text from passos_do_caso('${id}') where ${isStep}`);
}

const days = (count: number): Action => ({ kind: 'days', count });
const to = (state: string): Action => ({ kind: 'step', to: state, complete: true });
const COMPLEMENT: Action = { kind: 'complement' };
const COMPLAIN: Action = { kind: 'complain' };

describe('a case', () => {
  test('has the steps of the model: a new one goes into STEPS of case-model.ts, or no life tries it', async () => {
    const rows = await desk.project.rows("select canal || ': ' || de || ' > ' || para as step from casos.transicao");
    const ofStaff = Object.entries(STEPS).flatMap(([channel, steps]) =>
      Object.entries(steps).flatMap(([from, to]) => (to === '' ? [] : to.split(' ').map((each) => `${channel}: ${from} > ${each}`))),
    );
    const ofCitizens = ['ouvidoria: respondida > em_analise', 'sic: respondido > em_recurso_1', 'sic: recurso_decidido_1 > em_recurso_2'];
    expect(rows.map((row) => String(row['step'])).toSorted()).toEqual([...ofStaff, ...ofCitizens].toSorted());
  });

  test('is only ever in the states and has only the dates that the law allows, whatever is tried on it', async () => {
    let accepted = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(life, async (one) => {
        const tried = await live(one);
        accepted += tried.accepted;
        refused += tried.refused;
      }),
      { numRuns: 60 },
    );
    // Both outcomes were really tried.
    expect(accepted).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(60);
  });

  // What chance may miss. By hand: thirty days from 25 November are Christmas, a Friday; ten more than 22 December are New Year, a Friday before the
  // holiday of 4 January. The minute is the last of a day that is over in UTC.
  test.each<readonly [string, Omit<Life, 'anonymous' | 'minute'>, string]>([
    [
      'a term whose last day is a holiday',
      { channel: 'ouvidoria', suspends: false, begin: '2026-11-25', zone: 'America/Sao_Paulo', actions: [] },
      '2026-12-28',
    ],
    [
      'an extension, which begins at the moved end of the first term and ends on a working day',
      {
        channel: 'ouvidoria',
        suspends: false,
        begin: '2026-11-25',
        zone: 'America/Noronha',
        actions: [to('em_analise'), days(33), to('prorrogada')],
      },
      '2027-01-27',
    ],
    [
      'an extension on the day after the term',
      { channel: 'ouvidoria', suspends: false, begin: '2026-11-25', zone: 'America/Manaus', actions: [days(34), to('prorrogada')] },
      '2026-12-28',
    ],
    [
      'an extension over the end of the year whose last day is a holiday before others',
      {
        channel: 'sic',
        suspends: false,
        begin: '2026-12-02',
        zone: 'America/Rio_Branco',
        actions: [to('em_tratamento'), days(20), to('prorrogado')],
      },
      '2027-01-05',
    ],
    [
      'a complement over the end of the year, of which each day is given back where waiting suspends the term',
      {
        channel: 'ouvidoria',
        suspends: true,
        begin: '2026-12-01',
        zone: 'America/Manaus',
        actions: [to('em_analise'), days(20), to('aguardando_complementacao'), days(16), COMPLEMENT],
      },
      '2027-01-21',
    ],
    [
      'a complement that gives nothing back where it does not',
      {
        channel: 'ouvidoria',
        suspends: false,
        begin: '2026-12-01',
        zone: 'America/Manaus',
        actions: [to('em_analise'), days(20), to('aguardando_complementacao'), days(9), COMPLEMENT],
      },
      '2027-01-05',
    ],
    [
      'a complement of an extended term whose new last day is a holiday',
      {
        channel: 'ouvidoria',
        suspends: true,
        begin: '2026-11-25',
        zone: 'America/Sao_Paulo',
        actions: [
          to('em_analise'),
          days(33),
          to('prorrogada'),
          to('em_analise'),
          days(1),
          to('aguardando_complementacao'),
          days(13),
          COMPLEMENT,
        ],
      },
      '2027-02-10',
    ],
    [
      'a complaint on the day after the term, of a request that is then answered, which changes no term',
      {
        channel: 'sic',
        suspends: false,
        begin: '2026-12-01',
        zone: 'America/Manaus',
        actions: [days(20), COMPLAIN, days(1), COMPLAIN, COMPLAIN, to('respondido'), COMPLAIN],
      },
      '2026-12-21',
    ],
    [
      'a complaint of a request that then changes its channel, and comes back',
      {
        channel: 'sic',
        suspends: false,
        begin: '2026-12-01',
        zone: 'America/Manaus',
        actions: [days(21), COMPLAIN, to('reclassificado'), to('reclassificada'), COMPLAIN],
      },
      '2026-12-21',
    ],
  ])('has the term that follows from the law: %s', async (_, one, due) => {
    expect((await live({ ...one, anonymous: false, minute: 1_439 })).due).toBe(due);
  });

  test('cannot be moved, dated, renamed, emptied or deleted by a statement either', async () => {
    await desk.at('2026-12-01T15:00:00Z');
    const { protocolo } = await desk.register('pedido', { texto: 'Um texto que basta.' });
    const where = `where protocolo = ${inSql(protocolo)}`;
    for (const set of [
      "situacao = 'finalizado'",
      "situacao = 'respondido', resposta = 'x'",
      "protocolo = 'SIC-2026-000000-0'",
      "texto = 'y'",
      'eliminado_em = now()',
    ]) {
      await expect(desk.project.rows(`update casos.caso set ${set} ${where}`)).rejects.toThrow('caso:');
    }
    await desk.project.rows(`update casos.caso set prazo_em = '2030-01-01', aberto = false, respondido_em = now() ${where}`);
    expect(await desk.project.rows(`select prazo_em::text, aberto, respondido_em from casos.caso ${where}`)).toEqual([
      { prazo_em: '2026-12-21', aberto: true, respondido_em: null },
    ]);
    await expect(desk.project.rows(`delete from casos.caso ${where}`)).rejects.toThrow('caso:imutavel');
    await expect(desk.project.rows('truncate casos.caso cascade')).rejects.toThrow('caso:imutavel');
    await expect(desk.project.rows('delete from casos.andamento')).rejects.toThrow('caso:imutavel');
  });
});

/** What becomes of a statement: done, or refused by a rule. Any other failure is one of the test. */
const OUTCOMES = [
  (): boolean => true,
  (error: unknown): boolean => {
    if (error instanceof Error && error.message.includes('caso:')) return false;
    throw error;
  },
] as const;

describe('a term', () => {
  test('begins on the day of the institution and ends on a working day, in any zone and over the end of a year', async () => {
    const instant = fc.integer({ min: Date.parse('2026-12-20T00:00:00Z') / 60_000, max: Date.parse('2027-01-12T00:00:00Z') / 60_000 });
    const moments = fc.array(fc.record({ minute: instant, days: fc.integer({ min: 0, max: 70 }) }), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...OFFSETS.keys()),
        fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: 40 }),
        moments,
        async (zone, free, asked) => {
          const holidays = new Set([...HOLIDAYS, ...free.map((day) => addDays('2026-12-20', day))]);
          const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
          const added = free.map(
            (day) =>
              `insert into feriado (data, nome, ambito) values ('${addDays('2026-12-20', day)}', 'x', 'municipal') on conflict do nothing`,
          );
          await desk.project.database.script(
            ['begin', `update configuracao_site set fuso_horario = '${zone}'`, ...added, 'commit'].join(';'),
          );
          const values = asked.map(({ minute, days }) => `(to_timestamp(${minute * 60}), ${days})`).join(', ');
          const rows = await desk.project.rows(
            `select casos.dia(m)::text as dia, casos.fim_do_prazo(casos.dia(m), d)::text as fim from (values ${values}) v (m, d)`,
          );
          await desk.project.database.script(
            `delete from feriado where nome = 'x'; update configuracao_site set fuso_horario = 'America/Sao_Paulo'`,
          );
          expect(rows).toEqual(
            asked.map(({ minute, days }) => {
              const day = format.format(new Date(minute * 60_000));
              return { dia: day, fim: endOfTerm(day, days, holidays) };
            }),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  test('a case of the last evening of a year counts in the old year where it is still the old year', async () => {
    await desk.at('2032-01-01T02:30:00Z');
    expect(await desk.register('pedido', { texto: 'Um texto que basta.' })).toMatchObject({
      protocolo: expect.stringMatching(/^SIC-2031-000001-/) as string,
      prazo_em: '2032-01-20',
    });
    await desk.at('2032-01-01T03:00:00Z');
    const first = await desk.register('pedido', { texto: 'Um texto que basta.' });
    expect(first).toMatchObject({ protocolo: expect.stringMatching(/^SIC-2032-000001-\d$/) as string, prazo_em: '2032-01-21' });
  });
});
