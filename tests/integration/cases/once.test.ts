/** What is sent twice happens once: acts of citizens whose answer was lost on the way, and cases that the staff registers for them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { accessToken } from '../../support/access-tokens.ts';
import { OMBUDSMAN_ID } from '../project/cases/case-desk.ts';
import { PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, openCaseSite, post, receiptAfter, screenOf } from './case-site.ts';

const TRACKING = '/_casos/acompanhar';
const COMPLEMENT = '/_casos/complementar';
const COMPLAINT = { identificacao: 'anonima', tipo: 'reclamacao', texto: 'O atendimento demorou três horas na terça-feira.' };
const ASKED = { nome: 'Zita', email: 'zita@exemplo.org', forma_resposta: 'email', texto: 'Peço a lista dos contratos de 2025.' };

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  let site: CaseSite;
  beforeAll(async () => {
    project = await open();
    site = await openCaseSite(project);
  });
  afterEach(() => {
    site.faults.calls = 'none';
  });
  afterAll(async () => {
    await site.close();
    await project.close();
  });

  /** A new case in a state, as its citizen has it. */
  async function opened(situacao: string): Promise<{ readonly id: string; readonly access: Readonly<Record<string, string>> }> {
    const [address, typed] = situacao === 'respondido' ? ['/_casos/pedido', ASKED] : ['/_casos/manifestacao', COMPLAINT];
    const access = await receiptAfter(site, await post(site, address, { ...typed, chave: crypto.randomUUID() }));
    const { protocolo, codigo } = access;
    const id = String((await project.rows(`select id from casos.caso where protocolo = '${protocolo}'`))[0]?.['id']);
    const set = (assignments: string): Promise<unknown> => project.rows(`update casos.caso set ${assignments} where id = '${id}'`);
    if (situacao !== 'registrada') {
      await set(`situacao = '${situacao === 'respondido' ? 'em_tratamento' : 'em_analise'}'`);
      await set(`situacao = '${situacao}', resposta = 'Pronto.'${situacao === 'respondido' ? ", tipo_resposta = 'acesso_concedido'" : ''}`);
    }
    return { id, access: { protocolo, codigo } };
  }
  const told = async (id: string): Promise<number> => (await project.rows(`select 1 from casos.andamento where caso_id = '${id}'`)).length;
  /** The key that the forms of a case's page carry. */
  async function keyOfPage(access: Readonly<Record<string, string>>): Promise<string> {
    const screen = await screenOf(await post(site, TRACKING, access));
    return screen.kind === 'tracked' ? screen.chave : '';
  }

  test.each([
    ['complement', 'registrada', COMPLEMENT, { texto: 'Foi no posto do centro.' }],
    ['complement that reopens', 'respondida', COMPLEMENT, { texto: 'Faltou dizer quando.' }],
    ['rating', 'respondida', '/_casos/avaliar', { nota: '4', texto: 'Foi resolvido.' }],
    ['first appeal', 'respondido', '/_casos/recorrer', { texto: 'Faltou a lista de 2024.' }],
  ] as const)('a repeat after a lost answer is recorded once: a %s, of a case that is %s', async (_what, situacao, address, typed) => {
    const { id, access } = await opened(situacao);
    const form = { ...access, ...typed, chave: await keyOfPage(access) };
    const before = await told(id);
    site.faults.calls = 'after';
    const lost = await post(site, address, form);
    site.faults.calls = 'none';
    const returned = await screenOf(lost);
    const again = await post(site, address, form);
    const fromForm = await post(site, address, {
      ...access,
      ...(returned.kind === 'trackingForm' ? returned.form.pending?.typed : {}),
    });
    const twice = await Promise.all([post(site, address, form), post(site, address, form)]);
    expect([lost, again, fromForm, ...twice].map(({ status }) => status)).toEqual([503, 200, 200, 200, 200]);
    expect(await screenOf(again)).toMatchObject({ kind: 'tracked', done: expect.any(String), notice: null });
    expect((await told(id)) - before).toBe(1);
  });

  test('the same words from two pages, and other words from one page, are two complements', async () => {
    const { id, access } = await opened('registrada');
    const before = await told(id);
    const chave = await keyOfPage(access);
    await post(site, COMPLEMENT, { ...access, texto: 'Ainda espero.', chave });
    await post(site, COMPLEMENT, { ...access, texto: 'Ainda espero a resposta.', chave });
    await post(site, COMPLEMENT, { ...access, texto: 'Ainda espero.', chave: await keyOfPage(access) });
    expect((await told(id)) - before).toBe(3);
  });

  describe('a case that the staff registers', () => {
    const DAY = 86_400_000;
    /** The calendar day of the institution, some days ago. */
    const day = (ago: number): string => new Date(Date.now() - ago * DAY).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const LETTER = { canal: 'ouvidoria', ...COMPLAINT, canal_entrada: 'carta' };
    async function register(typed: Readonly<Record<string, string>>, files: readonly File[] = [], role = 'ouvidor'): Promise<Response> {
      const claims = { 'x-hasura-allowed-roles': ['user', 'me', role], 'x-hasura-default-role': role, 'x-hasura-user-id': OMBUDSMAN_ID };
      const cookie = `apollo:default.token=${await accessToken({ payload: { sub: OMBUDSMAN_ID }, claims })}`;
      const form = new FormData();
      for (const [name, value] of Object.entries(typed)) form.append(name, value);
      for (const file of files) form.append('anexos', file);
      return post(site, '/_casos/equipe/caso', form, { cookie, accept: 'application/json' });
    }
    const receiptOf = async (answer: Response): Promise<Readonly<Record<string, string>>> =>
      ((await answer.json()) as { readonly recibo: Readonly<Record<string, string>> }).recibo;
    const rowOf = async (protocolo: string | undefined): Promise<Readonly<Record<string, unknown>>> =>
      (
        await project.rows(`select c.canal_entrada, c.identificacao, c.situacao, c.prazo_em = casos.fim_do_prazo(casos.dia(c.registrado_em), 30) as conta,
          casos.dia(c.registrado_em)::text as dia, a.autor, a.autor_id::text, (select count(*)::integer from casos.anexo x where x.caso_id = c.id) as anexos
          from casos.caso c join casos.andamento a on a.caso_id = c.id where c.protocolo = '${protocolo}'`)
      )[0] ?? {};

    test('has the day on which it came, the term from that day, its files, who registered it, and a code that opens it', async () => {
      const answer = await register({ ...LETTER, recebido_em: day(12), chave: crypto.randomUUID() }, [
        // Too large for the memory of received files.
        new File(['a;b\n1;2\n'.repeat(40_000)], 'carta.csv'),
      ]);
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([201, null]);
      await expect.poll(() => site.spooled()).toEqual([]);
      const { protocolo = '', codigo = '' } = await receiptOf(answer);
      expect(await rowOf(protocolo)).toEqual({
        canal_entrada: 'carta',
        identificacao: 'anonima',
        situacao: 'registrada',
        conta: true,
        dia: day(12),
        autor: 'instituicao',
        autor_id: OMBUDSMAN_ID,
        anexos: 1,
      });
      expect((await post(site, TRACKING, { protocolo, codigo })).status).toBe(200);
      const today = await receiptOf(await register({ ...LETTER, canal_entrada: 'telefone', recebido_em: day(0) }));
      expect(await rowOf(today['protocolo'])).toMatchObject({ canal_entrada: 'telefone', dia: day(0) });
    });

    test('is one case with one code when it is sent twice, at once and after a lost answer', async () => {
      const before = (await project.rows('select 1 from casos.caso')).length;
      const typed = { ...LETTER, recebido_em: day(3), chave: crypto.randomUUID() };
      site.faults.calls = 'after';
      const lost = await register(typed);
      expect([lost.status, await lost.json()]).toEqual([503, { errors: [], notice: CASE_MESSAGES.indisponivel }]);
      site.faults.calls = 'none';
      const receipts = await Promise.all([1, 2, 3].map(async () => receiptOf(await register(typed))));
      expect(new Set(receipts.map(({ protocolo, codigo }) => `${protocolo} ${codigo}`)).size).toBe(1);
      expect((await project.rows('select 1 from casos.caso')).length).toBe(before + 1);
    });

    test('a case of any channel, also of one that another system takes, passes the rules of the public form', async () => {
      await project.rows(
        "update canal_atendimento set nome_externo = 'Fala.BR', endereco_externo = 'https://falabr.example/' where canal = 'sic'",
      );
      const asked = await receiptOf(await register({ ...ASKED, canal: 'sic', canal_entrada: 'presencial', recebido_em: day(1) }));
      await project.rows("update canal_atendimento set nome_externo = null, endereco_externo = null where canal = 'sic'");
      expect(await rowOf(asked['protocolo'])).toMatchObject({ canal_entrada: 'presencial', dia: day(1) });
      const call = {
        canal: 'contato',
        nome: 'Zita',
        telefone: '(91) 98765-4321',
        texto: 'Quero saber do posto.',
        canal_entrada: 'telefone',
      };
      expect((await register({ ...call, recebido_em: day(0) })).status).toBe(201);
      const faulty = await register({ canal: 'sic', texto: 'curto', canal_entrada: 'site', recebido_em: '' });
      expect([faulty.status, await faulty.json()]).toEqual([
        422,
        {
          notice: null,
          errors: [
            { field: 'canal_entrada', message: CASE_MESSAGES.entrada },
            { field: 'recebido_em', message: CASE_MESSAGES.recebimento },
            { field: 'texto', message: expect.stringContaining('20 caracteres') },
            { field: 'forma_resposta', message: CASE_MESSAGES.formaResposta },
            { field: 'nome', message: CASE_MESSAGES.nome },
            { field: 'email', message: CASE_MESSAGES.contatoDoPedido },
          ],
        },
      ]);
    });

    test.each([
      ['tomorrow', -1, 422, [{ field: 'recebido_em', message: CASE_MESSAGES.recebimentoFuturo }]],
      ['a year ago', 365, 201, undefined],
      ['more than a year ago', 367, 422, [{ field: 'recebido_em', message: CASE_MESSAGES.recebimentoAntigo }]],
    ])('may have come on no day out of bounds: %s', async (_when, ago, status, errors) => {
      const answer = await register({ ...LETTER, recebido_em: day(ago) });
      expect([answer.status, ((await answer.json()) as { readonly errors?: unknown }).errors]).toEqual([status, errors]);
    });

    test('a caller that does not answer citizens registers no case', async () => {
      const before = (await project.rows('select 1 from casos.caso')).length;
      expect((await register({ ...LETTER, recebido_em: day(0) }, [], 'editor')).status).toBe(403);
      const withoutToken = await post(site, '/_casos/equipe/caso', { ...LETTER, recebido_em: day(0) }, { accept: 'application/json' });
      expect([withoutToken.status, (await project.rows('select 1 from casos.caso')).length]).toEqual([401, before]);
    });
  });
});
