/** The complaint that no answer came in the term (Lei 12.527 art. 40; Decreto 7.724/2012 art. 22): who may file it and when, its term, and its end. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '../../../../server/backend/embedded/database.ts';
import { PROJECT_ENGINES } from '../editorial/project-engine.ts';
import { type CaseDesk, CODE, OMBUDSMAN, openCaseDesk } from './case-desk.ts';

const ANSWER = { resposta: 'Está na página.', tipo_resposta: 'acesso_concedido' };
const DECISION = { decisao: 'provido', autoridade: 'Regina Farias', resposta: 'Responda em três dias.' };

/** The last entry of the history. */
const lastOf = (shown: Row | undefined): unknown => (shown?.['andamentos'] as readonly unknown[] | undefined)?.at(-1);

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let desk: CaseDesk;
  let protocol: string;
  let id: unknown;
  beforeAll(async () => {
    desk = await openCaseDesk(open);
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    await desk.at('2026-03-02T12:00:00Z');
    protocol = String((await desk.register('pedido', { texto: 'Peço a lista dos contratos.' }))['protocolo']);
    id = (await desk.consult(protocol))?.['id'];
    await desk.step(id, 'em_tratamento');
  });

  const complain = (more = ''): ReturnType<CaseDesk['citizen']> => desk.citizen('reclamar_da_omissao', protocol, more);
  const list = async (where: string): Promise<readonly unknown[]> =>
    (
      (await desk.project.ask.data(
        `{ caso(where: {${where}}, order_by: [{reclamacao_ate: asc}, {prazo_em: asc}, {id: asc}]) { protocolo reclamacao_ate } }`,
        OMBUDSMAN,
      )) as { readonly caso: readonly unknown[] }
    ).caso;

  test('is refused until the last day of the term is over, and is filed once after it, with a term of its own', async () => {
    // The term of a Sunday ends on the Monday.
    await desk.at('2026-03-23T12:00:00Z');
    expect(await desk.consult(protocol)).toMatchObject({
      prazo_em: '2026-03-23',
      dias_restantes: 0,
      pode_reclamar: false,
      reclamacao: null,
    });
    await expect(complain()).rejects.toThrow('caso:prazo_da_resposta_corre');
    await desk.at('2026-03-24T12:00:00Z');
    expect(await desk.consult(protocol)).toMatchObject({ dias_restantes: -1, pode_reclamar: true });
    const filed = await complain('texto: "  Preciso da lista.  ", chave: "uma-chave-da-pagina"');
    const expected = {
      situacao: 'em_tratamento',
      aberto: true,
      prazo_em: '2026-03-23',
      pode_reclamar: false,
      pode_complementar: true,
      pode_recorrer: false,
      recursos: [],
      reclamacao: { motivo: 'Preciso da lista.', prazo_em: '2026-03-30', decisao: null, texto: null, autoridade: null, atrasada: false },
    };
    expect(filed).toMatchObject(expected);
    expect(lastOf(filed)).toMatchObject({
      de: null,
      para: 'reclamacao_registrada',
      autor: 'cidadao',
      descricao: 'Prazo da decisão: até 30/03/2026.',
    });
    // Sent again from one page it is the same; from another page it is refused.
    expect(await complain('texto: "Preciso da lista.", chave: "uma-chave-da-pagina"')).toEqual(filed);
    await expect(complain('chave: "uma-chave-da-outra-pagina"')).rejects.toThrow('caso:ja_reclamado');
    expect(await desk.project.rows(`select tipo, instancia from casos.recurso where caso_id = '${String(id)}'`)).toEqual([
      { tipo: 'reclamacao', instancia: null },
    ]);
    await desk.at('2026-03-31T12:00:00Z');
    expect(await desk.consult(protocol)).toMatchObject({ reclamacao: { atrasada: true } });
  });

  test('of an extended term waits for its end', async () => {
    await desk.step(id, 'prorrogado', { justificativa: 'Falta ouvir o setor.' });
    await desk.at('2026-03-24T12:00:00Z');
    await expect(complain()).rejects.toThrow('caso:prazo_da_resposta_corre');
    await desk.at('2026-04-03T12:00:00Z');
    expect(await complain()).toMatchObject({ reclamacao: { motivo: null, prazo_em: '2026-04-08' } });
  });

  test('is first among what is late, and nobody but who answers citizens and their server reads it', async () => {
    await desk.at('2026-02-02T12:00:00Z');
    const { protocolo: older } = await desk.register('pedido', { texto: 'Peço outra lista.' });
    await desk.at('2026-03-24T12:00:00Z');
    await complain();
    const both = `aberto: {_eq: true}, prazo_em: {_lt: "2026-03-24"}, protocolo: {_in: ["${protocol}", "${String(older)}"]}`;
    expect(await list(both)).toEqual([
      { protocolo: protocol, reclamacao_ate: '2026-03-30' },
      { protocolo: older, reclamacao_ate: null },
    ]);
    for (const role of ['public', 'user', 'editor', 'ouvidor']) {
      const args = `protocolo: "${protocol}", codigo_hash: "${CODE}", tentativa_hash: "x"`;
      const fault = await desk.project.ask.fault(`mutation { reclamar_da_omissao(args: {${args}}) { id } }`, {
        role,
        session: OMBUDSMAN.session,
      });
      expect(`${role}: ${fault.extensions.code}`).toBe(`${role}: validation-failed`);
    }
  });

  test('has no object any more once the request is answered, and none is taken after the answer', async () => {
    await desk.at('2026-03-24T12:00:00Z');
    await complain();
    expect(await desk.step(id, 'respondido', ANSWER)).toMatchObject({ situacao: 'respondido', respondido_no_prazo: false });
    expect(await desk.consult(protocol)).toMatchObject({
      pode_recorrer: true,
      reclamacao: { decisao: 'prejudicada', autoridade: null, atrasada: false },
    });
    expect(await desk.project.rows(`select reclamacao, reclamacao_ate from casos.caso where id = '${String(id)}'`)).toEqual([
      { reclamacao: 'prejudicada', reclamacao_ate: null },
    ]);
    // An appeal of the answer is the first.
    expect(await desk.citizen('interpor_recurso', protocol, 'texto: "Falta o ano."')).toMatchObject({ recursos: [{ instancia: 1 }] });
    await desk.at('2026-03-02T12:00:00Z');
    const { protocolo: other } = await desk.register('pedido', { texto: 'Peço outra lista.' });
    await desk.step((await desk.consult(String(other)))?.['id'], 'respondido', ANSWER);
    await desk.at('2026-03-24T12:00:00Z');
    await expect(desk.citizen('reclamar_da_omissao', String(other))).rejects.toThrow('caso:ja_respondido');
  });

  test('is decided by who decides appeals, which leaves the request as late as it is', async () => {
    await desk.at('2026-03-24T12:00:00Z');
    expect(await desk.refusal(id, 'reclamacao_decidida', DECISION)).toBe('caso:transicao_proibida');
    await complain();
    const steps = `{ passos_do_caso(args: {caso_id: "${String(id)}"}) { para especie } }`;
    expect(JSON.stringify(await desk.project.ask.data(steps, OMBUDSMAN))).toContain('decisao_da_reclamacao');
    for (const [data, reason] of [
      [{ ...DECISION, decisao: '' }, 'caso:falta_decisao'],
      [{ ...DECISION, autoridade: '' }, 'caso:falta_decisao'],
      [{ ...DECISION, resposta: '' }, 'caso:falta_texto'],
      [{ ...DECISION, justificativa: 'x' }, 'caso:fora_da_transicao'],
    ] as const) {
      expect(await desk.refusal(id, 'reclamacao_decidida', data)).toBe(reason);
    }
    expect(await desk.step(id, 'reclamacao_decidida', DECISION)).toMatchObject({
      situacao: 'em_tratamento',
      aberto: true,
      prazo_em: '2026-03-23',
    });
    const after = await desk.consult(protocol);
    expect(after).toMatchObject({
      situacao: 'em_tratamento',
      resposta: null,
      pode_reclamar: false,
      reclamacao: { decisao: 'provido', texto: DECISION.resposta, autoridade: DECISION.autoridade },
    });
    expect(lastOf(after)).toMatchObject({
      para: 'reclamacao_decidida',
      autor: 'instituicao',
      descricao: DECISION.resposta,
    });
    expect(JSON.stringify(await desk.project.ask.data(steps, OMBUDSMAN))).not.toContain('decisao_da_reclamacao');
    expect(await desk.refusal(id, 'reclamacao_decidida', DECISION)).toBe('caso:transicao_proibida');
    await desk.step(id, 'respondido', ANSWER);
    expect(await desk.consult(protocol)).toMatchObject({ reclamacao: { decisao: 'provido' } });
  });

  test.each([
    ['parcial', 'half a complaint'],
    ['prejudicada', 'a decision that only the answer makes'],
  ])('is not decided as %s, %s', async (decisao) => {
    await desk.at('2026-03-24T12:00:00Z');
    await complain();
    await expect(desk.step(id, 'reclamacao_decidida', { ...DECISION, decisao })).rejects.toThrow('recurso_deci');
    expect(await desk.consult(protocol)).toMatchObject({ reclamacao: { decisao: null } });
  });

  test('that was decided is changed by no statement, though it has no words', async () => {
    await desk.at('2026-03-24T12:00:00Z');
    await complain();
    await desk.step(id, 'respondido', ANSWER);
    const where = `where caso_id = '${String(id)}'`;
    for (const set of ["texto = 'x'", "motivo = 'x'", "decisao = 'provido', autoridade = 'x'", "prazo_em = '2030-01-01'"]) {
      await expect(desk.project.rows(`update casos.recurso set ${set} ${where}`)).rejects.toThrow('caso:imutavel');
    }
    await desk.project.rows(`update casos.caso set reclamacao = null, reclamacao_ate = '2030-01-01' where id = '${String(id)}'`);
    expect(await desk.project.rows(`select reclamacao, reclamacao_ate from casos.caso where id = '${String(id)}'`)).toEqual([
      { reclamacao: 'prejudicada', reclamacao_ate: null },
    ]);
  });

  test('is of requests alone', async () => {
    const { protocolo } = await desk.register('manifestacao', {
      tipo: 'reclamacao',
      identificacao: 'anonima',
      texto: 'O atendimento demorou muito.',
    });
    await desk.at('2026-06-01T12:00:00Z');
    expect(await desk.consult(String(protocolo))).toMatchObject({ pode_reclamar: false });
    await expect(desk.citizen('reclamar_da_omissao', String(protocolo))).rejects.toThrow('caso:transicao_proibida');
  });
});
