/** What the staff does with cases, as the administration asks for it, on a site whose backend is a hosted one. */
import { expect, test } from 'vitest';
import { readCase } from '../../../client/admin/cases/case-record.ts';
import { eraseCases, readRetention } from '../../../client/admin/cases/erasure.ts';
import { readInbox } from '../../../client/admin/cases/inbox.ts';
import { registerCase } from '../../../client/admin/cases/registration/registration-request.ts';
import { checkStatistics, importStatistics, readImports, undoMonth } from '../../../client/admin/cases/statistics-file.ts';
import { readPerson, takeStep } from '../../../client/admin/cases/step-request.ts';
import { createGraphqlClient, type RunGraphql, withRole } from '../../../client/admin/data/graphql.ts';
import { staffFilePath } from '../../../shared/cases/addresses.ts';
import { readInboxFilter } from '../../../shared/cases/inbox-filter.ts';
import { DUE_CASES } from './due-cases.ts';
import { caseForms, readReceipt, submit } from './forms.ts';

export interface HostedSite {
  readonly url: string;
  readonly adminSecret: string;
}

const PASSWORD = 'uma senha de teste';
const CPF = /^\d{11}$/;

/** Defines the cases; the site is there when they run. */
export function staffCases(hosted: () => HostedSite): void {
  const send = (method: 'POST' | 'PATCH', path: string, body: object): Promise<Response> => {
    const { url, adminSecret } = hosted();
    const headers = { 'Content-Type': 'application/json', Origin: url, 'X-Hasura-Admin-Secret': adminSecret };
    return fetch(url + path, { method, headers, body: JSON.stringify(body) });
  };

  /** Makes an account and returns its id. */
  const account = async (name: string, rights: object): Promise<string> => {
    const answer = await send('POST', '/_session/users', {
      email: `${name}@instituto.example`,
      displayName: name,
      password: PASSWORD,
      ...rights,
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { readonly user: { readonly id: string } }).user.id;
  };

  /** Signs in, and returns what a page of the site asks with from then on. */
  const signedIn = async (name: string): Promise<typeof fetch> => {
    const { url } = hosted();
    const answer = await fetch(`${url}/_session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify({ email: `${name}@instituto.example`, password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie().map((field) => field.split(';')[0]);
    return (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Cookie', cookie.join('; '));
      headers.set('Origin', url);
      return fetch(new URL(input instanceof Request ? input.url : input, url), { ...init, headers });
    };
  };

  const asked = (fetchFrom: typeof fetch): RunGraphql =>
    withRole(createGraphqlClient({ fetch: fetchFrom, renew: () => Promise.resolve(false) }), 'ouvidor');

  test('the right of an editor to answer citizens too belongs to the hosted account', async () => {
    const id = await account('eva', { role: 'editor', answersCases: true });
    const rights = async (): Promise<readonly unknown[]> => {
      const fetchFrom = await signedIn('eva');
      const { role, answersCases } = (await (await fetchFrom('/_session')).json()) as Readonly<Record<string, unknown>>;
      return [role, answersCases, (await fetchFrom('/_casos/equipe/casos.csv')).status];
    };
    expect(await rights()).toEqual(['editor', true, 200]);
    expect((await send('PATCH', `/_session/users/${id}`, { answersCases: false })).status).toBe(200);
    expect(await rights()).toEqual(['editor', false, 403]);
    expect((await send('PATCH', `/_session/users/${id}`, { answersCases: true })).status).toBe(200);
    expect(await rights()).toEqual(['editor', true, 200]);
  });

  test('a case is found, its person read with a reason, and it is answered with a file that its citizen gets', async () => {
    await account('ivo', { role: 'ouvidor' });
    const fetchFrom = await signedIn('ivo');
    const run = asked(fetchFrom);
    const site = hosted();
    const receipt = await readReceipt(site, await submit(site, caseForms.sic('hospedado-equipe'), { file: 'tabela.csv' }));
    const filter = readInboxFilter(new URLSearchParams({ protocolo: receipt.protocolo, fase: 'todos' }));
    const { rows } = await readInbox(run, filter, 1, new Date().toISOString().slice(0, 10));
    expect(rows.map(({ protocolo }) => protocolo)).toContain(receipt.protocolo);
    const id = rows.find(({ protocolo }) => protocolo === receipt.protocolo)?.id ?? '';

    expect(await readPerson(fetchFrom, id, ' ')).toEqual({ kind: 'refused', reason: 'falta_motivo' });
    expect(await readPerson(fetchFrom, id, 'Conferir o cadastro')).toMatchObject({
      kind: 'done',
      value: { documento: expect.stringMatching(CPF) as string, documento_ilegivel: false },
    });
    const step = async (para: string, dados: object, files: readonly File[] = []): Promise<unknown> => {
      const versao = (await readCase(run, id))?.record.versao ?? 0;
      return takeStep(fetchFrom, { id, para, dados: { ...dados, versao }, files });
    };
    expect(await step('em_tratamento', {})).toMatchObject({ kind: 'done' });
    const answer = { resposta: 'Segue a lista.', tipo_resposta: 'acesso_concedido' };
    expect(await step('respondido', { ...answer, versao: 1 }, [new File(['MZ'], 'lista.pdf')])).toEqual({
      kind: 'refused',
      reason: 'arquivo_danificado',
      file: 'lista.pdf',
    });
    expect(await step('respondido', answer, [new File(['contrato;valor\n1;2\n'], 'lista.csv')])).toMatchObject({ kind: 'done' });
    const opened = await readCase(run, id);
    expect(opened?.record).toMatchObject({
      situacao: 'respondido',
      leituras: [{ motivo: 'Conferir o cadastro', redator: { nome: 'ivo' } }],
    });
    const file = opened?.record.anexos.find(({ autor }) => autor === 'instituicao');
    expect(await (await fetchFrom(staffFilePath(file?.arquivo_id ?? ''))).text()).toBe('contrato;valor\n1;2\n');
    const own = await submit(site, { path: '/_casos/arquivo', typed: { ...receipt, arquivo: file?.arquivo_id ?? '' } });
    expect(await own.text()).toBe('contrato;valor\n1;2\n');
    const list = await (await fetchFrom('/_casos/equipe/casos.csv?canal=sic&fase=todos')).text();
    expect(list.split('\r\n').filter((line) => line.startsWith(`${receipt.protocolo};sic;`))).toHaveLength(1);
  });

  test('a letter is registered once, with who registered it in its history, and unsent texts have keys', async () => {
    await account('lia', { role: 'ouvidor' });
    const fetchFrom = await signedIn('lia');
    const values = {
      canal: 'ouvidoria',
      canal_entrada: 'carta',
      recebido_em: new Date(Date.now() - 259_200_000).toISOString().slice(0, 10),
      identificacao: 'anonima',
      tipo: 'reclamacao',
      texto: 'O atendimento demorou três horas na terça-feira.',
    };
    const sent = { values, files: [new File(['a;b\n1;2\n'], 'carta.csv')], key: crypto.randomUUID() };
    const [first, second] = [await registerCase(fetchFrom, sent), await registerCase(fetchFrom, sent)];
    expect(second).toEqual(first);
    const protocolo = first.kind === 'registered' ? first.receipt.protocolo : '';
    const run = asked(fetchFrom);
    const { rows } = await readInbox(run, readInboxFilter(new URLSearchParams({ protocolo })), 1, values.recebido_em);
    expect((await readCase(run, rows[0]?.id ?? ''))?.record).toMatchObject({
      canal_entrada: 'carta',
      anexos: [{ nome: 'carta.csv' }],
      andamentos: [{ autor: 'instituicao', redator: { nome: 'lia' } }],
    });
    const { chaves } = (await (await fetchFrom('/_casos/equipe/chaves')).json()) as { readonly chaves: readonly string[] };
    expect(chaves).toEqual([expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/)]);
  });

  test('statistics are imported and undone, and what is due is erased', async () => {
    await account('ida', { role: 'ouvidor' });
    const run = asked(await signedIn('ida'));
    const file = 'canal;ano;mes;dimensao;valor;quantidade\nsic;2019;3;total;;41';
    expect((await checkStatistics(run, `${file}\nouv;2019;13;total;;x`)).problems.map(({ linha }) => linha)).toEqual([3, 3, 3]);
    expect((await checkStatistics(run, file)).problems).toEqual([]);
    await importStatistics(run, 'sic.csv', file);
    const [made] = await readImports(run);
    const [month] = made?.meses ?? [];
    if (made === undefined || month === undefined) throw new Error('nothing was imported');
    expect([made.nome, made.autor?.nome, month.mes]).toEqual(['sic.csv', 'ida', 3]);
    await undoMonth(run, made.id, month);
    expect((await readImports(run))[0]?.meses.map(({ desfeito_em }) => desfeito_em !== null)).toEqual([true]);

    const { due } = await readRetention(run);
    expect(due).toHaveLength(DUE_CASES);
    await eraseCases(
      run,
      due.map(({ id }) => id),
      () => undefined,
    );
    const after = await readRetention(run);
    expect([after.due, after.erasures.map(({ quantidade, autor }) => [quantidade, autor?.nome])]).toEqual([[], [[DUE_CASES, 'ida']]]);
    expect((await readCase(run, due[0]?.id ?? ''))?.record).toMatchObject({ texto: null, resposta: null });
  });
}
