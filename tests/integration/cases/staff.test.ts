/** What the staff does with cases through the server: who is let in, documents in clear, steps with files, and the list as a file. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../server/backend/backend.ts';
import { caseFunctions } from '../../../server/cases/case-functions.ts';
import { startCaseWork } from '../../../server/cases/case-work.ts';
import { accessToken } from '../../support/access-tokens.ts';
import { handTimers } from '../../support/hand-timers.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { OMBUDSMAN_ID } from '../project/cases/case-desk.ts';
import { PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, openCaseSite, post, receiptAfter, SITE, screenOf } from './case-site.ts';

const STEP = '/_casos/equipe/passo';
const PERSON = '/_casos/equipe/pessoa';
const LIST = '/_casos/equipe/casos.csv';

const CPF = '529.982.247-25';
const ASKED = {
  nome: 'Quitéria Plantada',
  email: 'quiteria.plantada@exemplo.org',
  telefone: '(91) 98765-4321',
  documento: CPF,
  forma_resposta: 'email',
  texto: 'Peço a lista dos contratos de 2025 com os valores.',
};
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

function withFile(typed: Readonly<Record<string, string>>, content: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.append(name, value);
  form.append('anexos', new File([content], 'dados.csv'));
  return form;
}

async function bearer(...roles: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const claims = {
    'x-hasura-allowed-roles': ['user', 'me', ...roles],
    'x-hasura-default-role': roles[0],
    'x-hasura-user-id': OMBUDSMAN_ID,
  };
  return {
    cookie: `apollo:default.token=${await accessToken({ payload: { sub: OMBUDSMAN_ID }, claims })}`,
    accept: 'application/json',
  };
}

describe.each(PROJECT_ENGINES)('on %s', (_name, open) => {
  let project: ProjectEngine;
  let site: CaseSite;
  let ombudsman: Readonly<Record<string, string>>;
  let id: string;
  let protocol: string;
  let code: string;

  beforeAll(async () => {
    project = await open();
    site = await openCaseSite(project);
    ombudsman = await bearer('ouvidor');
  });
  afterAll(async () => {
    await site.close();
    await project.close();
  });
  beforeEach(async () => {
    ({ protocolo: protocol, codigo: code } = await receiptAfter(
      site,
      await post(site, '/_casos/pedido', { ...ASKED, tempo: '9000', chave: crypto.randomUUID() }),
    ));
    id = String((await project.rows(`select id from casos.caso where protocolo = '${protocol}'`))[0]?.['id']);
  });

  const step = (para: string, dados: object, headers = ombudsman, files: readonly File[] = []): Promise<Response> => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ caso_id: id, para, dados: JSON.stringify(dados) })) form.append(name, value);
    for (const file of files) form.append('anexos', file);
    return post(site, STEP, form, headers);
  };
  const person = (body: unknown, headers: Readonly<Record<string, string>> = ombudsman): Promise<Response> =>
    fetch(`${site.origin}${PERSON}`, {
      method: 'POST',
      headers: { origin: SITE, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const readings = (): Promise<readonly object[]> =>
    project.rows(`select usuario::text, papel, motivo from casos.leitura where caso_id = '${id}' order by id`);
  const stored = async (): Promise<number> => (await project.rows("select 1 from storage.files where bucket_id = 'casos'")).length;

  describe('nothing is open', () => {
    const addresses = (headers: Readonly<Record<string, string>>): Promise<readonly number[]> =>
      Promise.all([
        step('em_tratamento', {}, headers),
        person({ caso_id: id, motivo: 'Enviar a resposta' }, headers),
        fetch(`${site.origin}${LIST}`, { headers }),
        fetch(`${site.origin}/_casos/equipe/arquivo/${id}`, { headers }),
        fetch(`${site.origin}/_casos/equipe/chaves`, { headers }),
      ]).then((answers) => answers.map(({ status }) => status));

    test.each([
      ['without a token', async () => ({}), 401],
      ['with a token of another key', async () => ({ cookie: 'apollo:default.token=abc' }), 401],
      ['to an editor', () => bearer('editor'), 403],
      ['to an administrator', () => bearer('administrador', 'editor'), 403],
    ] as const)('%s', async (_who, headersOf, status) => {
      const before = await project.rows(`select situacao, versao from casos.caso where id = '${id}'`);
      expect(await addresses({ accept: 'application/json', ...(await headersOf()) })).toEqual(Array.from({ length: 5 }, () => status));
      expect(await project.rows(`select situacao, versao from casos.caso where id = '${id}'`)).toEqual(before);
      expect(await readings()).toEqual([]);
    });

    test('answers 403 to a page of another site, with the cookie of the ombudsman', async () => {
      const foreign = { ...ombudsman, origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' };
      expect(await addresses(foreign)).toEqual([403, 403, 403, 403, 403]);
    });
  });

  test('a caller who holds the role beside another one is let in', async () => {
    expect((await step('em_tratamento', {}, await bearer('editor', 'ouvidor'))).status).toBe(200);
  });

  test('each person has keys of the own browser, the same at the next sign-in, which no cache stores', async () => {
    const keysOf = async (userId: string): Promise<readonly string[]> => {
      const claims = { 'x-hasura-allowed-roles': ['ouvidor'], 'x-hasura-default-role': 'ouvidor', 'x-hasura-user-id': userId };
      const cookie = `apollo:default.token=${await accessToken({ payload: { sub: userId }, claims })}`;
      const answer = await fetch(`${site.origin}/_casos/equipe/chaves`, { headers: { cookie } });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      return ((await answer.json()) as { readonly chaves: readonly string[] }).chaves;
    };
    const own = await keysOf(OMBUDSMAN_ID);
    expect(own.map((key) => Buffer.from(key, 'base64').length)).toEqual([32]);
    expect(await keysOf(OMBUDSMAN_ID)).toEqual(own);
    expect(await keysOf(crypto.randomUUID())).not.toEqual(own);
  });

  test('a person is shown with the document in clear, and each reading is recorded first', async () => {
    const answer = await person({ caso_id: id, motivo: 'Enviar a resposta por carta' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await answer.json()).toMatchObject({
      nome: ASKED.nome,
      email: ASKED.email,
      documento_tipo: 'cpf',
      documento: '52998224725',
      documento_ilegivel: false,
    });
    expect(await readings()).toEqual([{ usuario: OMBUDSMAN_ID, papel: 'ouvidor', motivo: 'Enviar a resposta por carta' }]);
    expect(site.logged()).not.toContain('52998224725');
  });

  test('no person is shown without a reason, and nothing is recorded', async () => {
    const answer = await person({ caso_id: id, motivo: ' ' });
    expect([answer.status, await answer.json()]).toEqual([422, { motivo: 'falta_motivo' }]);
    expect(await readings()).toEqual([]);
  });

  test('a document of another case or another key is not shown, and the rest is', async () => {
    await project.rows(
      `update casos.solicitante set documento_cifrado = 'abcdef01.' || split_part(documento_cifrado, '.', 2) where caso_id = '${id}'`,
    );
    expect(await (await person({ caso_id: id, motivo: 'Conferir' })).json()).toMatchObject({
      nome: ASKED.nome,
      documento: null,
      documento_ilegivel: true,
    });
  });

  test('an answer goes with its files, which the citizen and the ombudsman read', async () => {
    await step('em_tratamento', {});
    const dados = { resposta: 'Segue a lista.', tipo_resposta: 'acesso_concedido' };
    // Too large for the memory of received files.
    const pdf = PDF.replace('\n', `\n%${'x'.repeat(300_000)}\n`);
    const answer = await step('respondido', dados, ombudsman, [new File([pdf], 'lista.pdf', { type: 'application/pdf' })]);
    expect([answer.status, await answer.json()]).toEqual([200, { caso: expect.objectContaining({ situacao: 'respondido' }) }]);
    const [file] = await project.rows(`select arquivo_id::text as id, autor from casos.anexo where caso_id = '${id}'`);
    expect(file).toMatchObject({ autor: 'instituicao' });
    const download = await fetch(`${site.origin}/_casos/equipe/arquivo/${String(file?.['id'])}`, { headers: ombudsman });
    expect([download.status, download.headers.get('content-disposition'), await download.text()]).toEqual([
      200,
      expect.stringContaining('lista.pdf'),
      pdf,
    ]);
    const own = await post(site, '/_casos/arquivo', { protocolo: protocol, codigo: code, arquivo: String(file?.['id']) });
    expect(await own.text()).toBe(pdf);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  test('a file that a citizen has sent cannot be replaced', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...ASKED, tempo: '9000', chave: crypto.randomUUID() })) form.set(name, value);
    form.append('anexos', new File([PDF], 'prova.pdf', { type: 'application/pdf' }));
    await receiptAfter(site, await post(site, '/_casos/pedido', form));
    const [file] = await project.rows(
      "select a.arquivo_id::text as id from casos.anexo a where a.autor = 'cidadao' order by a.id desc limit 1",
    );
    const caller: Caller = { role: 'ouvidor', trust: 'signed-in', session: { 'x-hasura-user-id': OMBUDSMAN_ID } };
    const upload = {
      name: 'outra.pdf',
      mimeType: 'application/pdf',
      metadata: null,
      size: 4,
      open: () => Readable.from([Buffer.from('%PDF')]),
    };
    const id = String(file?.['id']);
    expect((await site.files.replace(id, upload, caller)).kind).toBe('refused');
    expect((await site.files.insert(crypto.randomUUID(), 'casos', upload, caller)).kind).toBe('refused');
    expect(await project.rows(`select name from storage.files where id = '${id}'`)).toEqual([{ name: 'prova.pdf' }]);
  });

  test('the bytes of the files of an erased case leave the storage, and those of others stay', async () => {
    await step('em_tratamento', {});
    const answerWith = (content: string): Promise<Response> =>
      step('respondido', { resposta: 'Segue.', tipo_resposta: 'acesso_concedido' }, ombudsman, [new File([content], 'lista.csv')]);
    const [erased, kept] = [`apagado por inteiro;${protocol}\n`, `guardado;${protocol}\n`];
    await answerWith(erased);
    const clock = (instant: string): Promise<unknown> =>
      project.rows(`create or replace function casos.agora() returns timestamptz language sql stable return ${instant}`);
    const young = await receiptAfter(site, await post(site, '/_casos/pedido', withFile({ ...ASKED, tempo: '9000' }, kept)));
    try {
      await clock("now() + interval '1 month'");
      await project.rows('select encerrar_casos_por_prazo(200)');
      expect(await site.stored()).toEqual(expect.arrayContaining([erased, kept]));
      await clock("now() + interval '7 years'");
      await project.rows(`select eliminar_casos('["${id}"]', 1)`);
      const timers = handTimers();
      const work = startCaseWork({
        functions: caseFunctions(project.engine),
        files: site.files,
        sweep: () => Promise.resolve(),
        mail: null,
        log: SILENT_LOG,
        timers,
      });
      timers.run();
      await work.close();
    } finally {
      await clock('now()');
    }
    expect(await project.rows(`select 1 from storage.files where bucket_id = 'casos' and size = ${erased.length}`)).toEqual([]);
    // The storage leaves readers a day.
    await project.rows("update embutido.conteudo_solto set desde = desde - interval '25 hours'");
    await site.removeOrphanedFiles();
    const stored = await site.stored();
    expect([stored.includes(erased), stored.includes(kept)]).toEqual([false, true]);
    expect(await project.rows(`select 1 from casos.anexo where caso_id = '${id}'`)).toEqual([]);
    expect(await screenOf(await post(site, '/_casos/acompanhar', young))).toMatchObject({ case: { arquivos: [{ nome: 'dados.csv' }] } });
  });

  test.each([
    ['falta_tipo_resposta', 'respondido', { resposta: 'Segue.' }],
    ['transicao_proibida', 'finalizado', {}],
    ['mudado_por_outra_pessoa', 'respondido', { versao: 1, resposta: 'Segue.', tipo_resposta: 'acesso_concedido' }],
    ['valor_invalido', 'respondido', { resposta: 'Segue.', tipo_resposta: 'talvez' }],
  ])('a step that is refused with %s leaves no file behind', async (motivo, para, dados) => {
    await step('em_tratamento', {});
    const before = await stored();
    const answer = await step(para, dados, ombudsman, [new File([PDF], 'lista.pdf', { type: 'application/pdf' })]);
    expect([answer.status, await answer.json(), await stored()]).toEqual([422, { motivo }, before]);
    await expect.poll(() => site.spooled()).toEqual([]);
  });

  test('a file that is not what its name says is refused before the step', async () => {
    await step('em_tratamento', {});
    const answer = await step('respondido', { resposta: 'Segue.', tipo_resposta: 'acesso_concedido' }, ombudsman, [
      new File([PDF], 'outra.pdf', { type: 'application/pdf' }),
      new File(['MZ'], 'lista.pdf'),
    ]);
    expect([answer.status, await answer.json()]).toEqual([422, { motivo: 'arquivo_danificado', arquivo: 'lista.pdf' }]);
  });

  test('the list as a file has what the filter chooses, no person and no formula', async () => {
    await project.rows(`update public.assunto set nome = '=1+1;"x"' where id = (select min(id) from public.assunto where canal = 'sic')`);
    await step('registrado', {
      assunto_id: (await project.rows("select min(id) as id from public.assunto where canal = 'sic'"))[0]?.['id'],
    });
    const answer = await fetch(`${site.origin}${LIST}?canal=sic`, { headers: ombudsman });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    const line = text.split('\r\n').find((each) => each.startsWith(protocol));
    expect(line).toContain(`;"'=1+1;""x""";`);
    const [shown] = await project.rows(
      `select to_char(registrado_em at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') as moment from casos.caso where protocolo = '${protocol}'`,
    );
    expect(line).toContain(`;${String(shown?.['moment'])};`);
    expect(text).not.toMatch(/Quitéria|quiteria|98765-?4321|52998224725|contratos de 2025/);
    const others = await (await fetch(`${site.origin}${LIST}?canal=ouvidoria`, { headers: ombudsman })).text();
    expect(others.trimEnd().split('\r\n')).toHaveLength(1);
  });

  test('the list as a file has more cases than one question answers', async () => {
    const before = await (await fetch(`${site.origin}${LIST}?fase=todos&canal=contato`, { headers: ombudsman })).text();
    await project.rows(`insert into casos.caso (canal, chave, codigo_hash, identificacao, texto, canal_entrada, registrado_em)
      select 'contato', 'lote-' || n, repeat('f', 64), 'identificada', 'Texto', 'email', timestamptz '2026-01-05' + (n / 3) * interval '1 minute' from generate_series(1, 1100) n`);
    const text = await (await fetch(`${site.origin}${LIST}?fase=todos&canal=contato`, { headers: ombudsman })).text();
    const protocols = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';')[0]);
    expect(new Set(protocols).size).toBe(protocols.length);
    expect(protocols.length - (before.trimEnd().split('\r\n').length - 1)).toBe(1_100);
  });
});
