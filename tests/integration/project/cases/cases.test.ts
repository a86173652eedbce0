/** Cases of citizens through the tracked functions: receipts, tracking, steps of the staff, and who sees what. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRAZOS_DA_OUVIDORIA, PRAZOS_DO_SIC } from '../../../../shared/atendimento/prazos.ts';
import { inboxCondition, readInboxFilter } from '../../../../shared/cases/inbox-filter.ts';
import { PROJECT_ENGINES } from '../editorial/project-engine.ts';
import { type CaseDesk, CODE, dataOfStep, OMBUDSMAN, openCaseDesk } from './case-desk.ts';

const COMPLAINT = {
  tipo: 'reclamacao',
  texto: 'O atendimento demorou três horas na terça-feira.',
  pessoa: { nome: 'Rita', email: 'rita@exemplo.org' },
};
const REQUEST = { texto: 'Peço a lista dos contratos de 2025 com os valores.', pessoa: { nome: 'Rui', email: 'rui@exemplo.org' } };

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await openCaseDesk(open);
  });
  afterAll(() => desk.close());

  /** The id of a new file of a bucket. */
  async function storedFiles(bucket: string): Promise<readonly string[]> {
    const id = randomUUID();
    await desk.project.rows(`insert into storage.files (id, bucket_id, name, is_uploaded) values ('${id}', '${bucket}', 'a.pdf', true)`);
    return [id];
  }

  test('a registration gives a protocol with a check digit, the initial state and the term of its channel', async () => {
    await desk.at('2026-11-22T15:00:00Z');
    const [manifestation, request, message] = [
      await desk.register('manifestacao', COMPLAINT),
      await desk.register('pedido', REQUEST),
      await desk.register('mensagem', { texto: 'Qual é o horário?', pessoa: { nome: 'Ivo', email: 'ivo@exemplo.org' } }),
    ];
    expect(manifestation).toMatchObject({ canal: 'ouvidoria', situacao: 'registrada', prazo_em: '2026-12-22', ja_existia: false });
    // The twentieth day is a Saturday.
    expect(request).toMatchObject({ canal: 'sic', situacao: 'registrado', prazo_em: '2026-12-14', ja_existia: false });
    expect(message).toMatchObject({ canal: 'contato', situacao: 'nova', prazo_em: null, ja_existia: false });
    const protocols = [manifestation, request, message].map((receipt) => String(receipt['protocolo']));
    expect(protocols.map((protocol) => /^(OUV|SIC|FC)-2026-\d{6}-\d$/.exec(protocol)?.[1])).toEqual(['OUV', 'SIC', 'FC']);
  });

  test('the terms that the pages and the receipt tell are those by which the database counts', async () => {
    const rows = await desk.project.rows(
      'select canal, dias, dias_prorrogacao, dias_recurso, dias_decisao from canal_atendimento where dias is not null order by canal',
    );
    const { resposta, prorrogacao, recurso, decisaoDoRecurso } = PRAZOS_DO_SIC;
    expect(rows).toMatchObject([
      { canal: 'ouvidoria', dias: PRAZOS_DA_OUVIDORIA.resposta, dias_prorrogacao: PRAZOS_DA_OUVIDORIA.prorrogacao },
      { canal: 'sic', dias: resposta, dias_prorrogacao: prorrogacao, dias_recurso: recurso, dias_decisao: decisaoDoRecurso },
    ]);
  });

  test('an area has twenty days of its own from the forwarding, once extended, beside the term of the citizen', async () => {
    await desk.at('2026-03-02T15:00:00Z');
    const { protocolo } = await desk.register('manifestacao', COMPLAINT);
    const standing = async (): Promise<readonly unknown[]> => {
      const [row] = await desk.project.rows(
        `select prazo_em::text as prazo, area_prazo_em::text as area, area_prorrogado_em is not null as prorrogada from casos.caso where protocolo = '${String(protocolo)}'`,
      );
      return [row?.['prazo'], row?.['area'], row?.['prorrogada']];
    };
    const [row] = await desk.project.rows(`select id from casos.caso where protocolo = '${String(protocolo)}'`);
    const id = row?.['id'];
    const extend = { area: 'prorrogar', nota: 'A área espera o parecer.' };
    const offered = (): Promise<readonly unknown[]> =>
      desk.project.rows(`select para, prazo_em::text as prazo from passos_do_caso('${String(id)}') where especie = 'prorrogacao_da_area'`);
    await desk.step(id, 'em_analise');
    expect(await desk.refusal(id, 'em_analise', extend)).toBe('caso:sem_pedido_a_area');
    await desk.project.rows("insert into unidade (id, nome) values (910, 'Perícia')");
    await desk.step(id, 'encaminhada_area', { unidade_id: 910 });
    // The twentieth day is a Sunday.
    expect(await standing()).toEqual(['2026-04-01', '2026-03-23', false]);
    await desk.project.rows(`update casos.caso set area_prazo_em = '2026-12-31' where id = '${String(id)}'`);
    expect(await desk.refusal(id, 'encaminhada_area', { area: 'prorrogar' })).toBe('caso:falta_nota');
    await desk.at('2026-03-20T15:00:00Z');
    expect(await offered()).toEqual([{ para: 'encaminhada_area', prazo: '2026-04-13' }]);
    await desk.step(id, 'encaminhada_area', extend);
    expect(await standing()).toEqual(['2026-04-01', '2026-04-13', true]);
    expect(await offered()).toEqual([]);
    expect(await desk.refusal(id, 'encaminhada_area', extend)).toBe('caso:area_ja_prorrogada');
    await desk.step(id, 'prorrogada', { justificativa: 'O parecer demora.' });
    expect((await standing()).slice(1)).toEqual(['2026-04-13', true]);
    expect(JSON.stringify(await desk.consult(String(protocolo)))).not.toMatch(/2026-04-13|espera o parecer|area_/);
    await desk.step(id, 'em_analise');
    expect((await standing()).slice(1)).toEqual([null, false]);
    await desk.step(id, 'encaminhada_area');
    expect((await standing()).slice(1)).toEqual(['2026-04-09', false]);
    await desk.at('2026-04-10T15:00:00Z');
    expect(await desk.refusal(id, 'encaminhada_area', extend)).toBe('caso:prazo_da_area_vencido');
    expect(await offered()).toEqual([]);
    await desk.step(id, 'respondida', { resposta: 'Foi resolvido.' });
    expect((await standing()).slice(1)).toEqual([null, false]);
    const notes = await desk.project.rows(
      `select nota_interna as nota from casos.andamento where caso_id = '${String(id)}' and nota_interna is not null order by id`,
    );
    expect(notes.map(({ nota }) => nota)).toEqual([
      'Área: Perícia. Prazo da área: até 23/03/2026.',
      'Prazo da área prorrogado até 13/04/2026.\nA área espera o parecer.',
      'Área: Perícia. Prazo da área: até 09/04/2026.',
    ]);
  });

  test('the same submission gives the first receipt, also when both are sent at once', async () => {
    await desk.at('2026-11-22T15:00:00Z');
    const receipts = await Promise.all([1, 2, 3].map(() => desk.register('manifestacao', COMPLAINT, 'mesma')));
    expect(new Set(receipts.map(({ protocolo }) => protocolo)).size).toBe(1);
    expect(receipts.filter(({ ja_existia }) => ja_existia === false)).toHaveLength(1);
  });

  test('protocols of concurrent submissions differ', async () => {
    await desk.at('2026-11-22T15:00:00Z');
    const receipts = await Promise.all(Array.from({ length: 12 }, () => desk.register('pedido', REQUEST)));
    expect(new Set(receipts.map(({ protocolo }) => protocolo)).size).toBe(12);
  });

  test('a case is shown to protocol and code; wrong and unknown are the same, and five failures of one origin are the last', async () => {
    await desk.at('2026-11-22T15:00:00Z');
    const { protocolo } = await desk.register('manifestacao', COMPLAINT);
    expect(await desk.consult(String(protocolo), CODE, 'boa')).toMatchObject({
      protocolo,
      situacao: 'registrada',
      dias_restantes: 30,
      pode_complementar: true,
      pode_recorrer: false,
      pode_avaliar: false,
      andamentos: [{ de: null, para: 'registrada', autor: 'cidadao' }],
    });
    for (const [protocol, code] of [
      [String(protocolo), 'e'.repeat(64)],
      ['OUV-2026-999999-0', CODE],
      [String(protocolo), 'd'.repeat(64)],
      ['x', CODE],
      ['', ''],
    ] as const) {
      expect(await desk.consult(protocol, code, 'ruim')).toBeUndefined();
    }
    await expect(desk.consult(String(protocolo), CODE, 'ruim')).rejects.toThrow('caso:muitas_tentativas');
    expect(await desk.consult(String(protocolo), CODE, 'boa')).toBeDefined();
    await desk.at('2026-11-22T15:15:01Z');
    expect(await desk.consult(String(protocolo), CODE, 'ruim')).toBeDefined();
  });

  test('what can be answered at once is answered from its registration, and its history and term are those of every answer', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    for (const [channel, data, state, answer] of [
      ['manifestacao', COMPLAINT, 'registrada', 'respondida'],
      ['pedido', REQUEST, 'registrado', 'respondido'],
    ] as const) {
      const protocol = String((await desk.register(channel, data))['protocolo']);
      const id = (await desk.consult(protocol))?.['id'];
      expect(await desk.refusal(id, answer)).toMatch(/^caso:falta_/);
      expect(await desk.step(id, answer, dataOfStep(answer))).toMatchObject({
        aberto: false,
        respondido_no_prazo: true,
        recurso_ate: '2026-03-12',
      });
      expect(await desk.consult(protocol)).toMatchObject({
        andamentos: [
          { de: null, para: state, autor: 'cidadao' },
          { de: state, para: answer, autor: 'instituicao' },
        ],
      });
    }
  });

  test('a manifestation goes from its registration to the rating by the citizen', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const receipt = await desk.register('manifestacao', COMPLAINT);
    const protocol = String(receipt['protocolo']);
    const id = (await desk.consult(protocol))?.['id'];
    expect(await desk.refusal(id, 'arquivada', { motivo: 'duplicada' })).toBe('caso:transicao_proibida');
    await desk.step(id, 'em_analise', { nota: 'Ver com o balcão' });
    expect(await desk.refusal(id, 'aguardando_complementacao')).toBe('caso:falta_texto');
    await desk.step(id, 'aguardando_complementacao', { descricao: 'Em que dia foi?' });
    expect(await desk.citizen('complementar_caso', protocol, 'texto: "No dia 24."')).toMatchObject({ situacao: 'em_analise' });
    expect(await desk.refusal(id, 'prorrogada')).toBe('caso:falta_justificativa');
    // 1 April is the last day of the term; thirty days more end on 1 May, which has no holiday here and is a Friday.
    expect(await desk.step(id, 'prorrogada', { justificativa: 'Falta ouvir a unidade.' })).toMatchObject({ prazo_em: '2026-05-01' });
    await desk.step(id, 'em_analise');
    expect(await desk.refusal(id, 'prorrogada', { justificativa: 'De novo' })).toBe('caso:ja_prorrogado');
    expect(await desk.refusal(id, 'respondida')).toBe('caso:falta_texto');
    expect(await desk.step(id, 'respondida', { resposta: 'A escala mudou.' })).toMatchObject({ aberto: false, respondido_no_prazo: true });
    expect(await desk.refusal(id, 'concluida')).toBe('caso:prazo_de_recurso_corre');
    expect(await desk.citizen('avaliar_resposta', protocol, 'nota: 4, resolutividade: "resolvida"')).toMatchObject({
      situacao: 'concluida',
      pode_avaliar: false,
      pode_complementar: false,
    });
    const told = (await desk.consult(protocol))?.['andamentos'] as readonly { para: string | null; descricao: string | null }[];
    expect(told.map(({ para }) => para)).toEqual([
      'registrada',
      'em_analise',
      'aguardando_complementacao',
      'em_analise',
      'prorrogada',
      'em_analise',
      'respondida',
      'concluida',
    ]);
    expect(JSON.stringify(told)).not.toContain('balcão');
    await expect(desk.citizen('avaliar_resposta', protocol, 'nota: 1')).rejects.toThrow('caso:ja_avaliado');
  });

  test('a question that suspends the term says until when to answer, is not late for the staff, and is shelved on the day after', async () => {
    const shown = async (protocol: string): Promise<unknown> => {
      const found = await desk.consult(protocol);
      return [found?.['situacao'], found?.['complementar_ate'], found?.['prazo_suspenso'], found?.['dias_restantes']];
    };
    const asked = async (data: Readonly<Record<string, unknown>>): Promise<string> => {
      const protocol = String((await desk.register('manifestacao', data))['protocolo']);
      const id = (await desk.consult(protocol))?.['id'];
      await desk.step(id, 'em_analise');
      await desk.step(id, 'aguardando_complementacao', { descricao: 'Em que dia foi?' });
      return protocol;
    };
    await desk.at('2026-03-02T12:00:00Z');
    const [named, anonymous] = [await asked(COMPLAINT), await asked({ ...COMPLAINT, pessoa: undefined, identificacao: 'anonima' })];
    expect(await shown(named)).toEqual(['aguardando_complementacao', null, false, 30]);
    await desk.project.database.script("update canal_atendimento set complementacao_suspende_prazo = true where canal = 'ouvidoria'");
    expect(await shown(named)).toEqual(['aguardando_complementacao', '2026-03-23', true, null]);
    expect(await shown(anonymous)).toEqual(['aguardando_complementacao', null, true, null]);
    // The twentieth day is a Sunday.
    await desk.at('2026-03-23T12:00:00Z');
    await desk.project.rows('select encerrar_casos_por_prazo()');
    expect((await desk.consult(named))?.['situacao']).toBe('aguardando_complementacao');
    await desk.at('2026-03-24T12:00:00Z');
    await desk.project.rows('select encerrar_casos_por_prazo()');
    expect(await shown(named)).toEqual(['arquivada', null, false, null]);
    expect(await shown(anonymous)).toEqual(['aguardando_complementacao', null, true, null]);
    const isListedAsLate = async (): Promise<unknown> => {
      const late = inboxCondition(readInboxFilter(new URLSearchParams(`prazo=atrasados&protocolo=${anonymous}`)), '2026-04-20');
      const query = 'query ($where: caso_bool_exp!) { caso(where: $where) { prazo_suspenso } }';
      return desk.project.field(query, { ...OMBUDSMAN, variables: { where: late } });
    };
    expect(await isListedAsLate()).toEqual([]);
    await desk.project.database.script("update canal_atendimento set complementacao_suspende_prazo = false where canal = 'ouvidoria'");
    expect(await isListedAsLate()).toEqual([{ prazo_suspenso: false }]);
  });

  test('an answer that was rated as not solving is still reopened, and the staff does not end it before', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const { protocolo } = await desk.register('manifestacao', COMPLAINT);
    const protocol = String(protocolo);
    const id = (await desk.consult(protocol))?.['id'];
    await desk.step(id, 'em_analise');
    await desk.step(id, 'respondida', { resposta: 'A escala mudou.' });
    expect(await desk.citizen('avaliar_resposta', protocol, 'nota: 1, resolutividade: "nao_resolvida"')).toMatchObject({
      situacao: 'respondida',
      pode_avaliar: false,
      pode_complementar: true,
    });
    expect(await desk.refusal(id, 'concluida')).toBe('caso:prazo_de_recurso_corre');
    expect(await desk.citizen('complementar_caso', protocol, 'texto: "Continua igual."')).toMatchObject({ situacao: 'em_analise' });
  });

  test('the answer after a reopening is rated once too, and the staff still reads the first rating', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const { protocolo } = await desk.register('manifestacao', COMPLAINT);
    const protocol = String(protocolo);
    const id = (await desk.consult(protocol))?.['id'];
    const kept = `select satisfacao as nota, avaliacao_anterior as anterior from casos.caso where id = '${String(id)}'`;
    await desk.step(id, 'em_analise');
    await desk.step(id, 'respondida', { resposta: 'A escala mudou.' });
    await desk.citizen('avaliar_resposta', protocol, 'nota: 2, resolutividade: "nao_resolvida", texto: "Nada mudou"');
    await desk.citizen('complementar_caso', protocol, 'texto: "Continua igual."');
    await expect(desk.citizen('avaliar_resposta', protocol, 'nota: 2')).rejects.toThrow('caso:sem_resposta');
    await desk.step(id, 'respondida', { resposta: 'Agora mudou.' });
    expect(await desk.consult(protocol)).toMatchObject({ pode_avaliar: true });
    expect(await desk.project.rows(kept)).toEqual([{ nota: 2, anterior: true }]);
    const rated = await desk.citizen('avaliar_resposta', protocol, 'nota: 2, resolutividade: "nao_resolvida", texto: "Nada mudou"');
    expect(rated).toMatchObject({ pode_avaliar: false });
    expect(JSON.stringify(rated)).not.toContain('resposta anterior');
    await expect(desk.citizen('avaliar_resposta', protocol, 'nota: 5')).rejects.toThrow('caso:ja_avaliado');
    await expect(desk.project.rows(`update casos.caso set avaliacao_anterior = true where id = '${String(id)}'`)).rejects.toThrow('caso:');
    expect(await desk.project.rows(kept)).toEqual([{ nota: 2, anterior: false }]);
    expect(
      await desk.project.rows(
        `select nota_interna as nota from casos.andamento where caso_id = '${String(id)}' and nota_interna is not null`,
      ),
    ).toEqual([{ nota: 'Avaliação da resposta anterior: nota 2, não resolvida. Nada mudou' }]);
  });

  test('an answer that was sent is complemented: it stays, with its term, and the citizen reads both and is told', async () => {
    await desk.at('2026-03-02T15:00:00Z');
    await desk.project.database.script('update casos.correio set ativo = true');
    const { protocolo } = await desk.register('manifestacao', COMPLAINT);
    const { id } = (await desk.consult(String(protocolo))) ?? {};
    const complement = { complemento: true, descricao: 'Eram quatro horas, e não três.' };
    await desk.step(id, 'em_analise');
    expect(await desk.refusal(id, 'em_analise', complement)).toContain('caso:sem_resposta_a_complementar');
    const answered = await desk.step(id, 'respondida', { resposta: 'Foi apurado.' });
    expect(await desk.refusal(id, 'respondida', { complemento: true, descricao: ' ' })).toContain('caso:falta_texto');
    expect(await desk.refusal(id, 'concluida', complement)).toContain('caso:sem_resposta_a_complementar');
    await desk.at('2026-03-20T15:00:00Z');
    const files = await storedFiles('casos');
    const after = await desk.step(id, 'respondida', { ...complement, anexos: files });
    expect({ ...after, versao: answered['versao'] }).toEqual(answered);
    const found = await desk.consult(String(protocolo));
    expect(found).toMatchObject({ resposta: 'Foi apurado.', anexos: [{ arquivo_id: files[0] }] });
    const events = (found?.['andamentos'] ?? []) as readonly unknown[];
    expect(events.at(-1)).toMatchObject({
      para: null,
      autor: 'instituicao',
      descricao: 'Eram quatro horas, e não três.',
    });
    const told = await desk.project.rows(`select evento from casos.mensagem where caso_id = '${String(id)}' order by id`);
    expect(told.map(({ evento }) => evento)).toEqual(['registro', 'resposta', 'complemento']);
    await desk.project.database.script('update casos.correio set ativo = false');
  });

  test('an answer of the ouvidoria is reopened once by the citizen, with a new term', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const protocol = String((await desk.register('manifestacao', COMPLAINT))['protocolo']);
    const id = (await desk.consult(protocol))?.['id'];
    await desk.step(id, 'em_analise');
    await desk.step(id, 'respondida', { resposta: 'Não houve demora.' });
    expect(await desk.refusal(id, 'em_analise')).toBe('caso:reabertura_encerrada');
    await desk.at('2026-03-10T12:00:00Z');
    expect(await desk.citizen('complementar_caso', protocol, 'texto: "Houve, tenho a senha."')).toMatchObject({
      situacao: 'em_analise',
      aberto: true,
      prazo_em: '2026-04-09',
    });
    await desk.step(id, 'respondida', { resposta: 'Tem razão.' });
    await expect(desk.citizen('complementar_caso', protocol, 'texto: "De novo"')).rejects.toThrow('caso:reabertura_encerrada');
  });

  // Lei nº 13.460/2017, art. 16: the term of a manifestation is extended "uma única vez". Its reopening makes no other manifestation.
  test('a manifestation that was extended is not extended again after it was reopened', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const protocol = String((await desk.register('manifestacao', COMPLAINT))['protocolo']);
    const id = (await desk.consult(protocol))?.['id'];
    await desk.step(id, 'em_analise');
    await desk.step(id, 'prorrogada', { justificativa: 'Falta um parecer.' });
    await desk.step(id, 'respondida', { resposta: 'Não houve demora.' });
    await desk.citizen('complementar_caso', protocol, 'texto: "Houve, tenho a senha."');
    expect(await desk.refusal(id, 'prorrogada', { justificativa: 'Falta outro parecer.' })).toBe('caso:ja_prorrogado');
  });

  test('a denied request is appealed in two instances, within ten days of each decision', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const protocol = String((await desk.register('pedido', REQUEST))['protocolo']);
    const id = (await desk.consult(protocol))?.['id'];
    await desk.step(id, 'em_tratamento');
    expect(await desk.refusal(id, 'respondido', { resposta: 'Não.' })).toBe('caso:falta_tipo_resposta');
    expect(await desk.refusal(id, 'respondido', { resposta: 'Não.', tipo_resposta: 'acesso_negado' })).toBe('caso:falta_fundamento');
    await desk.step(id, 'respondido', { resposta: 'Não.', tipo_resposta: 'acesso_negado', fundamento_negativa: 'pedido_generico' });
    await desk.at('2026-03-12T12:00:00Z');
    expect(await desk.citizen('interpor_recurso', protocol, 'texto: "O pedido diz o ano."')).toMatchObject({
      situacao: 'em_recurso_1',
      prazo_em: '2026-03-17',
      pode_recorrer: false,
    });
    expect(await desk.refusal(id, 'recurso_decidido_1', { resposta: 'Mantida.' })).toBe('caso:falta_decisao');
    await desk.step(id, 'recurso_decidido_1', { decisao: 'desprovido', resposta: 'Mantida.', autoridade: 'Presidência' });
    expect(await desk.consult(protocol)).toMatchObject({ recurso_ate: '2026-03-23', pode_recorrer: true });
    await desk.at('2026-03-24T12:00:00Z');
    await expect(desk.citizen('interpor_recurso', protocol, 'texto: "Outra vez"')).rejects.toThrow('caso:prazo_de_recurso_encerrado');
    expect(await desk.step(id, 'finalizado')).toMatchObject({ situacao: 'finalizado', aberto: false });
  });

  test('a case that changes its channel keeps protocol and date and has the term of the new one', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const protocol = String((await desk.register('manifestacao', COMPLAINT))['protocolo']);
    const id = (await desk.consult(protocol))?.['id'];
    await desk.at('2026-03-05T12:00:00Z');
    expect(await desk.step(id, 'reclassificada', { descricao: 'É um pedido de informação.' })).toMatchObject({
      canal: 'sic',
      tipo: null,
      situacao: 'registrado',
      prazo_em: '2026-03-23',
    });
    expect(await desk.consult(protocol)).toMatchObject({ protocolo: protocol });
    expect(await desk.step(id, 'reclassificado', { tipo: 'denuncia' })).toMatchObject({ canal: 'ouvidoria', prazo_em: '2026-04-01' });
  });

  test('a step takes no subject of another channel than the one the case is in after it', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const id = (await desk.consult(String((await desk.register('manifestacao', COMPLAINT))['protocolo'])))?.['id'];
    const subjectOf = async (channel: string): Promise<unknown> =>
      (await desk.project.rows(`select min(id)::integer as id from assunto where canal = '${channel}'`))[0]?.['id'];
    const [own, other] = [await subjectOf('ouvidoria'), await subjectOf('sic')];
    const kept = async (): Promise<unknown> =>
      (await desk.project.rows(`select assunto_id::integer as id from caso where id = '${String(id)}'`))[0]?.['id'];
    await desk.step(id, 'registrada', { assunto_id: own });
    expect(await desk.refusal(id, 'em_analise', { assunto_id: other })).toBe('caso:assunto_de_outro_canal');
    expect(await desk.refusal(id, 'em_analise', { assunto_id: 999_999 })).toBe('caso:assunto_de_outro_canal');
    await desk.step(id, 'em_analise', { assunto_id: own });
    expect(await kept()).toBe(own);
    expect(await desk.refusal(id, 'reclassificada', { assunto_id: own })).toBe('caso:assunto_de_outro_canal');
    await desk.step(id, 'reclassificada', { assunto_id: other });
    expect(await kept()).toBe(other);
  });

  test('a change of the channel keeps the files that come with it and refuses what it would drop', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const protocol = String((await desk.register('pedido', REQUEST))['protocolo']);
    const id = (await desk.consult(protocol))?.['id'];
    const anexos = await storedFiles('casos');
    for (const lost of [{ resposta: 'Segue a lista.' }, { justificativa: 'Falta um parecer.' }, { unidade_id: 1 }]) {
      expect(await desk.refusal(id, 'reclassificado', { tipo: 'denuncia', anexos, ...lost })).toBe('caso:fora_da_transicao');
    }
    expect(await desk.refusal(id, 'em_tratamento', { resposta: 'Segue a lista.' })).toBe('caso:fora_da_transicao');
    await desk.step(id, 'reclassificado', { tipo: 'denuncia', anexos });
    expect(await desk.consult(protocol)).toMatchObject({ anexos: [{ arquivo_id: anexos[0], autor: 'instituicao' }] });
  });

  test('a file is taken once, by a case that it was stored for, and a refusal says so', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const [one, other] = await Promise.all(
      [1, 2].map(async () => (await desk.consult(String((await desk.register('pedido', REQUEST))['protocolo'])))?.['id']),
    );
    const [file = ''] = await storedFiles('casos');
    await desk.step(one, 'em_tratamento', { anexos: [file] });
    expect(await desk.refusal(other, 'em_tratamento', { anexos: [file] })).toBe('caso:anexo_repetido');
    expect(await desk.refusal(other, 'em_tratamento', { anexos: await storedFiles('default') })).toBe('caso:anexo_de_outro_lugar');
    expect(await desk.refusal(other, 'em_tratamento', { anexos: [randomUUID()] })).toBe('caso:anexo_de_outro_lugar');
  });

  test('a step on an older version of a case is refused as changed by another person', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const id = (await desk.consult(String((await desk.register('pedido', REQUEST))['protocolo'])))?.['id'];
    const { versao } = await desk.step(id, 'em_tratamento', { versao: 1 });
    expect(versao).toBe(2);
    expect(await desk.refusal(id, 'encaminhado_setor', { versao: 1 })).toBe('caso:mudado_por_outra_pessoa');
  });

  test('an anonymous case keeps nothing of the person, also when its rows are written directly', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const { protocolo } = await desk.register('manifestacao', { ...COMPLAINT, identificacao: 'anonima', perfil: { uf: 'PA' } });
    const id = String((await desk.consult(String(protocolo)))?.['id']);
    const kept = ['solicitante', 'perfil_estatistico']
      .map((table) => `select 1 from casos.${table} where caso_id = '${id}'`)
      .join(' union all ');
    expect(await desk.project.rows(kept)).toEqual([]);
    await expect(desk.project.rows(`insert into casos.solicitante (caso_id, nome) values ('${id}', 'Rita')`)).rejects.toThrow(
      'solicitante',
    );
    expect(await desk.refusal(id, 'reclassificada')).toBe('caso:anonimo_nao_vira_pedido');
  });

  test('the list of cases finds a text by words without accents, all of them, and takes no sign for a pattern', async () => {
    const { protocolo } = await desk.register('manifestacao', {
      ...COMPLAINT,
      texto: 'A PENSÃO do José (50%) não saiu\n\nem março, diz o TI.',
    });
    const found = async (palavras: string): Promise<boolean> => {
      const where = inboxCondition(readInboxFilter(new URLSearchParams({ palavras })), '2026-03-02');
      const query = 'query ($where: caso_bool_exp!) { caso(where: $where) { protocolo } }';
      const { caso } = (await desk.project.ask.data(query, { ...OMBUDSMAN, variables: { where } })) as {
        caso: readonly { protocolo: string }[];
      };
      return caso.some((row) => row.protocolo === protocolo);
    };
    const answers = await Promise.all(
      ['pensao jose', 'Março', '(50%)', 'em ti', 'ens', 'pensao maria', '(.*)', 'pens.o', 'ns', '50_)'].map(found),
    );
    expect(answers).toEqual([true, true, true, true, true, false, false, false, false, false]);
  });

  test('the list of cases has the beginning of each text on one line, until the text is erased', async () => {
    const { protocolo } = await desk.register('manifestacao', { ...COMPLAINT, texto: `Primeira\n\nsegunda ${'palavra '.repeat(40)}` });
    const query = `{ caso(where: {protocolo: {_eq: "${String(protocolo)}"}}) { inicio } }`;
    const [row] = ((await desk.project.ask.data(query, OMBUDSMAN)) as { caso: readonly { inicio: string }[] }).caso;
    expect(row?.inicio.slice(0, 24)).toBe('Primeira segunda palavra');
    expect(row?.inicio).toHaveLength(160);
  });

  test('personal data is read by one function, which records who and why', async () => {
    await desk.at('2026-03-02T12:00:00Z');
    const id = (await desk.consult(String((await desk.register('manifestacao', COMPLAINT))['protocolo'])))?.['id'];
    const read = 'mutation ($id: uuid!, $m: String!) { ler_dados_pessoais(args: {caso_id: $id, motivo: $m}) { nome email } }';
    expect(await desk.project.field(read, { ...OMBUDSMAN, variables: { id, m: 'Responder por e-mail' } })).toEqual({
      nome: 'Rita',
      email: 'rita@exemplo.org',
    });
    expect((await desk.project.ask.fault(read, { ...OMBUDSMAN, variables: { id, m: ' ' } })).message).toBe('caso:falta_motivo');
    const record = `query ($id: uuid!) { leitura_de_dados_pessoais(where: {caso_id: {_eq: $id}}) { usuario papel motivo } }`;
    expect(await desk.project.ask.data(record, { ...OMBUDSMAN, variables: { id } })).toEqual({
      leitura_de_dados_pessoais: [{ usuario: OMBUDSMAN.session['x-hasura-user-id'], papel: 'ouvidor', motivo: 'Responder por e-mail' }],
    });
    await expect(desk.project.rows('delete from casos.leitura')).rejects.toThrow('caso:imutavel');
  });
});
