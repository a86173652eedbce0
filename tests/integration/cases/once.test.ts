/** What is sent twice happens once: complements, appeals and ratings of citizens whose answer was lost on the way. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
  ] as const)(
    'what is sent again because its answer was lost is recorded once: a %s, of a case that is %s',
    async (_what, situacao, address, typed) => {
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
    },
  );

  test('the same words from two pages, and other words from one page, are two complements', async () => {
    const { id, access } = await opened('registrada');
    const before = await told(id);
    const chave = await keyOfPage(access);
    await post(site, COMPLEMENT, { ...access, texto: 'Ainda espero.', chave });
    await post(site, COMPLEMENT, { ...access, texto: 'Ainda espero a resposta.', chave });
    await post(site, COMPLEMENT, { ...access, texto: 'Ainda espero.', chave: await keyOfPage(access) });
    expect((await told(id)) - before).toBe(3);
  });
});
