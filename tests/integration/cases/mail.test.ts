/** E-mails about cases: queued with the case, sent once by one of the replicas, and kept while the mail server is down. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { caseFunctions, type MessageName } from '../../../server/cases/case-functions.ts';
import { startCaseWork } from '../../../server/cases/case-work.ts';
import { type MailRoundOptions, mailRound } from '../../../server/cases/mail/mail-round.ts';
import type { Outcome } from '../../../server/cases/mail/queue-round.ts';
import { createSmtp, type MailTransport, reportUnusable } from '../../../server/cases/mail/smtp.ts';
import { handTimers } from '../../support/hand-timers.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { openSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts';
import { type CaseDesk, OMBUDSMAN, OMBUDSMAN_ID, openCaseDesk } from '../project/cases/case-desk.ts';
import { onPostgres } from '../project/editorial/project-engine.ts';

const CODE = 'ABCD2345';
const SITE = {
  name: 'Instituto',
  trackingUrl: 'https://instituto.example/acompanhar',
  contactUrl: 'https://instituto.example/contato',
  timeZone: 'America/Sao_Paulo',
};
const NAME = 'Quitéria';

let desk: CaseDesk;
let sink: SmtpSink;
let transports: MailTransport[];
/** What the mail server does at a command. */
let answers: (verb: string) => string | undefined = () => undefined;
beforeAll(async () => {
  desk = await openCaseDesk(onPostgres);
});
afterAll(() => desk.close());
beforeEach(async () => {
  transports = [];
  answers = () => undefined;
  sink = await openSmtpSink({ reject: (address) => address.startsWith('ninguem'), answer: (verb) => answers(verb) });
  await desk.at('2026-03-02T12:00:00Z');
  await desk.project.database.script('delete from casos.mensagem; delete from casos.recibo; update casos.correio set ativo = true');
});
afterEach(async () => {
  for (const transport of transports) transport.close();
  await sink.close();
});

function replica(url = sink.url, silenceMs?: number): MailRoundOptions {
  const transport = createSmtp({
    url,
    from: 'casos@instituto.example',
    name: () => SITE.name,
    ...(silenceMs === undefined ? {} : { silenceMs }),
  });
  transports.push(transport);
  return {
    functions: caseFunctions(desk.project.engine),
    transport,
    codeOf: () => Promise.resolve(CODE),
    site: () => SITE,
    log: SILENT_LOG,
  };
}

const register = (email: string, more: Readonly<Record<string, unknown>> = {}): ReturnType<CaseDesk['register']> =>
  desk.register('manifestacao', { tipo: 'denuncia', texto: 'Vi um desvio no setor.', pessoa: { nome: NAME, email }, ...more });

const decoded = (source: string): string =>
  Buffer.from(
    source.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

test('a receipt has text and HTML with protocol and code, and a subject without code, person or content', async () => {
  const { protocolo } = await register('q@exemplo.org');
  expect(await mailRound(replica())).toBe(false);
  expect(sink.messages.map(({ to }) => to)).toEqual(['q@exemplo.org']);
  const source = decoded(sink.messages[0]?.source ?? '');
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1] ?? '';
  expect(subject).toContain(String(protocolo));
  for (const secret of [CODE, NAME, 'desvio', 'denúncia']) expect(subject).not.toContain(secret);
  expect(source).toContain('Content-Type: text/plain; charset=utf-8');
  expect(source).toContain('Content-Type: text/html; charset=utf-8');
  expect(source.split(CODE)).toHaveLength(3);
  expect(source).toContain('quarta-feira, 1º de abril de 2026');
  expect(source).not.toContain(NAME);
  expect(source).not.toContain('desvio');
  expect(await mailRound(replica())).toBe(false);
  expect(sink.messages).toHaveLength(1);
});

test('a citizen who lost the code gets the receipt again, once, by the address of the case, and the case says so', async () => {
  const resend = 'mutation ($id: uuid!) { reenviar_recibo(args: {caso_id: $id}) { id } }';
  const of = async (protocol: unknown): Promise<unknown> => (await desk.consult(String(protocol)))?.['id'];
  const refusal = async (id: unknown): Promise<string> =>
    (await desk.project.ask.fault(resend, { ...OMBUDSMAN, variables: { id } })).message;
  const { protocolo } = await register('q@exemplo.org');
  const id = await of(protocolo);
  expect(await refusal(id)).toContain('já está na fila');
  await mailRound(replica());
  await desk.project.ask.data(resend, { ...OMBUDSMAN, variables: { id } });
  expect(await refusal(id)).toContain('já está na fila');
  await mailRound(replica());
  expect(sink.messages.map(({ to }) => to)).toEqual(['q@exemplo.org', 'q@exemplo.org']);
  expect(decoded(sink.messages[1]?.source ?? '').split(CODE)).toHaveLength(3);
  const notes = await desk.project.rows(
    `select nota_interna as nota, autor_id::text as quem from casos.andamento where caso_id = '${String(id)}' and nota_interna is not null`,
  );
  expect(notes).toEqual([{ nota: 'O recibo foi enviado de novo ao e-mail do registro.', quem: OMBUDSMAN_ID }]);
  expect(JSON.stringify(await desk.consult(String(protocolo)))).not.toContain('enviado de novo');
  const anonymous = await desk.register('manifestacao', { tipo: 'denuncia', identificacao: 'anonima', texto: 'Vi um desvio no setor.' });
  expect(await refusal(await of(anonymous['protocolo']))).toContain('não tem e-mail');
  // The staff is offered it where it can be done.
  const offered = await desk.project.ask.data(
    'query ($both: [String!]) { caso(where: {protocolo: {_in: $both}}, order_by: {tem_email: desc}) { protocolo tem_email } }',
    { ...OMBUDSMAN, variables: { both: [protocolo, anonymous['protocolo']] } },
  );
  expect(offered).toEqual({
    caso: [
      { protocolo, tem_email: true },
      { protocolo: anonymous['protocolo'], tem_email: false },
    ],
  });
  await desk.project.database.script('update casos.correio set ativo = false');
  expect(await refusal(id)).toContain('não envia e-mails');
});

test('a receipt whose code is lost with its key says so, and where to ask', async () => {
  const { protocolo } = await register('q@exemplo.org');
  await mailRound({ ...replica(), codeOf: () => Promise.resolve(null) });
  const source = decoded(sink.messages[0]?.source ?? '');
  for (const said of [String(protocolo), 'O código de acesso não pode mais ser recuperado', SITE.contactUrl])
    expect(source).toContain(said);
  for (const unsaid of [CODE, 'Código de acesso:', 'Guarde', SITE.trackingUrl]) expect(source).not.toContain(unsaid);
});

test('each step that the citizen should know is told, without its text', async () => {
  const { protocolo } = await register('q@exemplo.org');
  const id = (await desk.consult(String(protocolo)))?.['id'];
  await desk.step(id, 'em_analise');
  await desk.step(id, 'aguardando_complementacao', { descricao: 'Onde foi?' });
  await desk.citizen('complementar_caso', String(protocolo), 'texto: "Na sede."');
  await desk.step(id, 'prorrogada', { justificativa: 'Ouvir o setor.' });
  await desk.step(id, 'respondida', { resposta: 'Foi apurado.' });
  await desk.step(id, 'respondida', { complemento: true, descricao: 'Faltou a data.' });
  await mailRound(replica());
  const sources = sink.messages.map(({ source }) => decoded(source));
  const titles = sources.map((source) => /<title>Protocolo [^:]+: ([^<]+)</.exec(source)?.[1] ?? '');
  expect(new Set(titles)).toEqual(
    new Set([
      'recebemos o seu registro',
      'precisamos de uma informação',
      'o prazo foi prorrogado',
      'há uma resposta',
      'a resposta foi complementada',
    ]),
  );
  expect(titles).toHaveLength(5);
  for (const hidden of ['Onde foi', 'Na sede', 'Ouvir o setor', 'Foi apurado', 'Faltou a data'])
    expect(sources.join()).not.toContain(hidden);
});

test('a question that suspends the term says until when to answer', async () => {
  await desk.project.database.script("update canal_atendimento set complementacao_suspende_prazo = true where canal = 'ouvidoria'");
  const { protocolo } = await register('q@exemplo.org');
  const id = (await desk.consult(String(protocolo)))?.['id'];
  await desk.step(id, 'em_analise');
  await desk.step(id, 'aguardando_complementacao', { descricao: 'Onde foi?' });
  await mailRound(replica());
  await desk.project.database.script("update canal_atendimento set complementacao_suspende_prazo = false where canal = 'ouvidoria'");
  const question = sink.messages.map(({ source }) => decoded(source)).find((source) => source.includes('precisamos de uma'));
  expect(question).toContain('Responda até segunda-feira, 23 de março de 2026.');
  expect(question).toContain('o caso será arquivado');
});

test('the answer to a request says who decides an appeal and until when, and an appeal has a receipt', async () => {
  const authorities = (first: string, second: string): Promise<void> =>
    desk.project.database.script(
      `update canal_atendimento set autoridade_recurso_1 = ${first}, autoridade_recurso_2 = ${second} where canal = 'sic'`,
    );
  const told = async (title: string): Promise<string> => {
    while (await mailRound(replica()));
    return sink.messages.map(({ source }) => decoded(source)).findLast((source) => source.includes(`: ${title}</title>`)) ?? '';
  };
  await authorities("'Diretoria'", "'Conselho'");
  const { protocolo } = await desk.register('pedido', { texto: 'Peço a lista.', pessoa: { nome: NAME, email: 'q@exemplo.org' } });
  const protocol = String(protocolo);
  const id = (await desk.consult(protocol))?.['id'];
  await desk.step(id, 'em_tratamento');
  await desk.step(id, 'respondido', { resposta: 'Não.', tipo_resposta: 'acesso_negado', fundamento_negativa: 'pedido_generico' });
  expect(await told('há uma resposta')).toContain('recorrer até quinta-feira, 12 de março de 2026. Quem decide o recurso: Diretoria.');
  await desk.citizen('interpor_recurso', protocol, 'texto: "O pedido diz o ano."');
  const receipt = await told('recebemos o seu recurso');
  expect(receipt).toContain('A decisão vem até segunda-feira, 9 de março de 2026.');
  expect(receipt).toContain('Quem decide: Diretoria.');
  for (const hidden of ['O pedido diz', CODE]) expect(receipt).not.toContain(hidden);
  await desk.step(id, 'recurso_decidido_1', { decisao: 'desprovido', resposta: 'Mantida.', autoridade: 'Diretoria' });
  expect(await told('o recurso foi decidido')).toContain('até quinta-feira, 12 de março de 2026. Quem decide: Conselho.');
  await authorities("'Diretoria'", 'null');
  await desk.citizen('interpor_recurso', protocol, 'texto: "Outra vez."');
  expect(await told('recebemos o seu recurso')).not.toContain('Quem decide');
});

test('a complaint that no answer came has a receipt with its term, and its decision a message', async () => {
  const told = async (title: string): Promise<string> => {
    while (await mailRound(replica()));
    return sink.messages.map(({ source }) => decoded(source)).findLast((source) => source.includes(`: ${title}</title>`)) ?? '';
  };
  const { protocolo } = await desk.register('pedido', { texto: 'Peço a lista.', pessoa: { nome: NAME, email: 'q@exemplo.org' } });
  const id = (await desk.consult(String(protocolo)))?.['id'];
  await desk.step(id, 'em_tratamento');
  await desk.at('2026-03-24T12:00:00Z');
  await desk.citizen('reclamar_da_omissao', String(protocolo), 'texto: "Preciso dela."');
  const receipt = await told('recebemos a sua reclamação');
  expect(receipt).toContain('A decisão vem até segunda-feira, 30 de março de 2026.');
  for (const hidden of ['Preciso dela', CODE]) expect(receipt).not.toContain(hidden);
  await desk.step(id, 'reclamacao_decidida', { decisao: 'provido', resposta: 'Respondam.', autoridade: 'Regina' });
  expect(await told('a reclamação foi decidida')).toContain('está na página de acompanhamento');
  expect(sink.messages.map(({ source }) => decoded(source)).some((source) => source.includes('Respondam.'))).toBe(false);
});

test('a message of a kind that a server does not know keeps no other one, and is soon there for a server that knows it', async () => {
  const { database } = desk.project;
  const { protocolo } = await register('q@exemplo.org');
  const kinds = async (): Promise<string> =>
    String(
      (
        await desk.project.rows(`select pg_get_constraintdef(oid) as texto from pg_constraint where conname = 'mensagem_evento_check'`)
      )[0]?.['texto'],
    );
  const known = await kinds();
  await database.script(`
    alter table casos.mensagem drop constraint mensagem_evento_check;
    insert into casos.mensagem (caso_id, evento, criada_em, proxima_em) select caso_id, 'novo', criada_em, proxima_em from casos.mensagem`);
  await mailRound(replica());
  expect(decoded(sink.messages[0]?.source ?? '')).toContain(String(protocolo));
  expect(sink.messages).toHaveLength(1);
  await desk.at('2026-03-02T12:01:00Z');
  // As a newer server would find it.
  const { messages, unknown } = await caseFunctions(desk.project.engine).takeMessages(10, 60);
  expect([messages, unknown]).toEqual([[], [expect.objectContaining({ tentativas: 2 })]]);
  await database.script(`delete from casos.mensagem; alter table casos.mensagem add constraint mensagem_evento_check ${known}`);
});

test('a receipt of an appeal that leaves late is about that appeal, and says when it is decided already', async () => {
  const { database } = desk.project;
  await database.script(
    "update canal_atendimento set autoridade_recurso_1 = 'Diretoria', autoridade_recurso_2 = 'Conselho' where canal = 'sic'",
  );
  const { protocolo } = await desk.register('pedido', { texto: 'Peço a lista.', pessoa: { nome: NAME, email: 'q@exemplo.org' } });
  const protocol = String(protocolo);
  const id = (await desk.consult(protocol))?.['id'];
  await desk.step(id, 'em_tratamento');
  await desk.step(id, 'respondido', { resposta: 'Não.', tipo_resposta: 'acesso_negado', fundamento_negativa: 'pedido_generico' });
  await desk.citizen('interpor_recurso', protocol, 'texto: "O pedido diz o ano."');
  await desk.at('2026-03-04T12:00:00Z');
  await desk.step(id, 'recurso_decidido_1', { decisao: 'desprovido', resposta: 'Mantida.', autoridade: 'Diretoria' });
  await desk.citizen('interpor_recurso', protocol, 'texto: "Outra vez."');
  while (await mailRound(replica()));
  const [first = '', second = ''] = sink.messages
    .map(({ source }) => decoded(source))
    .filter((source) => source.includes('recebemos o seu recurso'))
    .toSorted((a) => (a.includes('já está') ? -1 : 1));
  expect(first).toContain('A decisão já está na página de acompanhamento.');
  for (const unsaid of ['A decisão vem', 'Quem decide']) expect(first).not.toContain(unsaid);
  expect(second).toContain('A decisão vem até segunda-feira, 9 de março de 2026.');
  expect(second).toContain('Quem decide: Conselho.');
});

test('operators see how many messages wait and how many were given up lately', async () => {
  const counts = () => caseFunctions(desk.project.engine).countMessages();
  expect(await counts()).toEqual({ waiting: 0, failed: 0 });
  await register('q@exemplo.org');
  await register('ninguem@exemplo.org');
  expect(await counts()).toEqual({ waiting: 2, failed: 0 });
  await mailRound(replica());
  expect(await counts()).toEqual({ waiting: 0, failed: 1 });
  await desk.at('2026-04-03T12:00:00Z');
  expect(await counts()).toEqual({ waiting: 0, failed: 0 });
});

test('who corrects the e-mail gets the receipt and all that follows there', async () => {
  const { protocolo } = await register('errado@exemplo.org');
  const protocol = String(protocolo);
  await mailRound(replica());
  await desk.citizen('corrigir_email', protocol, 'email: "certo@exemplo.org"');
  const id = (await desk.consult(protocol))?.['id'];
  await desk.step(id, 'em_analise');
  await desk.step(id, 'respondida', { resposta: 'Resolvido.' });
  while (await mailRound(replica()));
  await desk.citizen('corrigir_email', protocol, 'email: "certissimo@exemplo.org"');
  while (await mailRound(replica()));
  const { to, source = '' } = sink.messages.at(-1) ?? {};
  expect(to).toBe('certissimo@exemplo.org');
  expect(decoded(source)).toContain('Já há uma resposta');
  expect(decoded(source)).not.toContain('prazo da resposta');
  expect(sink.messages.slice(0, 3).map((message) => message.to)).toEqual(['errado@exemplo.org', 'certo@exemplo.org', 'certo@exemplo.org']);
  const told = sink.messages.slice(1, 3).map(({ source }) => decoded(source));
  expect(told.toSorted()).toEqual([expect.stringContaining('há uma resposta'), expect.stringContaining('recebemos o seu registro')]);
});

test('an address gets five receipts in a day, whoever names it, and more on the next one or by the staff', async () => {
  const queued = (): Promise<number> =>
    desk.project.rows(`select from casos.mensagem where evento = 'registro'`).then(({ length }) => length);

  const names = ['alvo@exemplo.org', 'Alvo@exemplo.org', 'alvo+1@exemplo.org', 'alvo+2@exemplo.org'];
  const receipts = [...(await Promise.all(names.map((name) => register(name)))), await register('outra@exemplo.org')];
  const own = String(receipts[4]?.['protocolo']);
  const correct = (email: string): Promise<unknown> => desk.citizen('corrigir_email', own, `email: "${email}"`);
  await correct('alvo@exemplo.org');
  expect(await queued()).toBe(6);
  await correct('outra@exemplo.org');
  await correct('alvo@exemplo.org');
  const beyond = await Promise.all([register('alvo@exemplo.org'), register('alvo+3@exemplo.org')]);
  expect(beyond.map(({ protocolo }) => protocolo)).toEqual([expect.stringMatching(/\d/), expect.stringMatching(/\d/)]);
  expect(await queued()).toBe(7);
  const id = (await desk.consult(String(beyond[0].protocolo)))?.['id'];
  await desk.project.ask.data('mutation ($id: uuid!) { reenviar_recibo(args: {caso_id: $id}) { id } }', {
    ...OMBUDSMAN,
    variables: { id },
  });
  expect(await queued()).toBe(8);
  await desk.at('2026-03-03T12:00:01Z');
  await register('alvo@exemplo.org');
  expect(await queued()).toBe(9);
  expect(await desk.project.rows('select from casos.recibo')).toHaveLength(1);
});

test('two replicas send each message once', async () => {
  for (let n = 0; n < 30; n += 1) await register(`p${n}@exemplo.org`);
  const replicas = [replica(), replica()];
  while ((await Promise.all(replicas.map((each) => mailRound(each)))).includes(true));
  expect(sink.messages.map(({ to }) => to).toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `p${n}@exemplo.org`).toSorted());
});

test('a dead mail server loses nothing: the message is tried again after growing pauses', async () => {
  await register('q@exemplo.org');
  const { port, url } = sink;
  await sink.close();
  expect(await mailRound(replica(url))).toBe(false);
  const state = 'select tentativas, enviada_em, desistida_em, falha from casos.mensagem';
  expect(await desk.project.rows(state)).toEqual([
    { tentativas: 1, enviada_em: null, desistida_em: null, falha: expect.stringContaining('ESOCKET') as string },
  ]);
  sink = await openSmtpSink({ port });
  await desk.at('2026-03-02T12:00:59Z');
  await mailRound(replica());
  expect(sink.messages).toHaveLength(0);
  await desk.at('2026-03-02T12:01:00Z');
  await mailRound(replica());
  expect(sink.messages.map(({ to }) => to)).toEqual(['q@exemplo.org']);
});

/** What the mail server does once, and the reason that is kept of it; the message may have arrived where the end of its text was not confirmed. */
const MAIL_FAULTS: readonly (readonly [verb: string, fault: string, reason: RegExp])[] = [
  ['', 'silent', /ETIMEDOUT/],
  ['RCPT', 'silent', /ETIMEDOUT/],
  ['.', 'silent', /ETIMEDOUT/],
  ['', 'HTTP/1.1 400 Bad Request', /EPROTOCOL/],
  ['MAIL', 'HTTP/1.1 400 Bad Request', /EPROTOCOL|EENVELOPE/],
  ['MAIL', 'cut', /E(?:CONNECTION|SOCKET)/],
  ['DATA', 'cut', /E(?:CONNECTION|SOCKET)/],
  ['.', 'cut', /E(?:CONNECTION|SOCKET)/],
  ['', '421 4.3.2 shutting down', /421/],
  ['MAIL', '451 4.3.0 later', /451/],
  ['RCPT', '450 4.2.1 busy', /450/],
  ['DATA', '452 4.3.1 full', /452/],
  ['.', '451 4.3.0 later', /451/],
  ['MAIL', '550 5.7.1 sender', /550/],
];

test.each(MAIL_FAULTS)(
  'a mail server that at "%s" is or says "%s" has the message again a minute later, under the same id',
  async (verb, fault, reason) => {
    await register('q@exemplo.org');
    let faults = 0;
    answers = (given) => {
      if (given !== verb || faults > 0) return undefined;
      faults += 1;
      return fault;
    };
    await mailRound(replica(sink.url, fault === 'silent' ? 500 : undefined));
    expect(await desk.project.rows('select tentativas, enviada_em, desistida_em, falha from casos.mensagem')).toEqual([
      { tentativas: 1, enviada_em: null, desistida_em: null, falha: expect.stringMatching(reason) as string },
    ]);
    const arrived = verb === '.' ? 1 : 0;
    expect(sink.messages).toHaveLength(arrived);
    await mailRound(replica());
    expect(sink.messages).toHaveLength(arrived);
    await desk.at('2026-03-02T12:01:00Z');
    await mailRound(replica());
    expect(sink.messages).toHaveLength(arrived + 1);
    expect(new Set(sink.messages.map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1])).size).toBe(1);
    await desk.at('2026-03-03T12:01:00Z');
    await mailRound(replica());
    expect(sink.messages).toHaveLength(arrived + 1);
  },
);

test('a message is sent twelve times at most, although the server takes each one and confirms none', async () => {
  await register('q@exemplo.org');
  answers = (verb) => (verb === '.' ? 'cut' : undefined);
  const each = replica();
  for (let round = 0; round < 14; round += 1) {
    await desk.at(new Date(Date.parse('2026-03-02T12:00:00Z') + round * 6 * 3_600_000).toISOString());
    await mailRound(each);
  }
  expect(sink.messages).toHaveLength(12);
  expect(await desk.project.rows('select desistida_em is not null as desistida from casos.mensagem')).toEqual([{ desistida: true }]);
});

test('a message that was sent while the database was gone is recorded when it answers again, and not sent twice', async () => {
  await register('q@exemplo.org');
  const { functions, ...rest } = replica();
  let isGone = true;
  const cut: MailRoundOptions = {
    ...rest,
    functions: {
      ...functions,
      settleMessage: (...given) => (isGone ? Promise.reject(new Error('gone')) : functions.settleMessage(...given)),
    },
  };
  const unsettled: Outcome<MessageName>[] = [];
  await expect(mailRound(cut, unsettled)).rejects.toThrow('gone');
  expect([sink.messages.length, unsettled.length]).toEqual([1, 1]);
  isGone = false;
  await mailRound(cut, unsettled);
  expect(unsettled).toEqual([]);
  await desk.at('2026-03-02T13:00:00Z');
  await mailRound(cut, unsettled);
  expect(sink.messages).toHaveLength(1);
});

test('a message that a dead server had taken is sent by another one after its lease, and settled by that one alone', async () => {
  await register('q@exemplo.org');
  const { functions } = replica();
  const [taken] = (await functions.takeMessages(10, 600)).messages;
  await mailRound(replica());
  expect(sink.messages).toHaveLength(0);
  await desk.at('2026-03-02T12:10:00Z');
  await mailRound(replica());
  expect(sink.messages).toHaveLength(1);
  if (taken !== undefined) await functions.settleMessage(taken, { reason: 'late', isFinal: true });
  expect(await desk.project.rows('select falha, enviada_em is not null as enviada from casos.mensagem')).toEqual([
    { falha: null, enviada: true },
  ]);
});

test('an address that the server refuses for good is given up, and its refusal does not hold the others', async () => {
  await register('ninguem@exemplo.org');
  await register('q@exemplo.org');
  await mailRound(replica());
  expect(sink.messages.map(({ to }) => to)).toEqual(['q@exemplo.org']);
  expect(await desk.project.rows('select desistida_em is not null as desistida, falha from casos.mensagem order by id limit 1')).toEqual([
    { desistida: true, falha: 'EENVELOPE 550 5.1.1 RCPT TO' },
  ]);
});

test.each([
  ['RCPT', '554 5.7.1 <q@exemplo.org>: Relay access denied', 'EENVELOPE 554 5.7.1 RCPT TO'],
  ['.', '554 5.7.1 [192.0.2.1] is blocked', 'EMESSAGE 554 5.7.1 DATA'],
])('a mail server that at %j refuses the site and not the address has the message again', async (verb, answer, falha) => {
  await register('q@exemplo.org');
  answers = (given) => (given === verb ? answer : undefined);
  await mailRound(replica());
  expect(await desk.project.rows('select desistida_em, falha from casos.mensagem')).toEqual([{ desistida_em: null, falha }]);
  const before = sink.messages.length;
  answers = () => undefined;
  await desk.at('2026-03-02T12:01:00Z');
  await mailRound(replica());
  expect(sink.messages).toHaveLength(before + 1);
  expect(await desk.project.rows('select enviada_em is not null as enviada from casos.mensagem')).toEqual([{ enviada: true }]);
});

test('no e-mail is queued without an address, for a citizen who asked for none, or while no server can send', async () => {
  await desk.register('manifestacao', {
    tipo: 'elogio',
    texto: 'Fui bem atendida.',
    identificacao: 'anonima',
    pessoa: { email: 'q@exemplo.org' },
  });
  await desk.register('mensagem', { texto: 'Qual é o horário?', pessoa: { nome: NAME, telefone: '9131234567' } });
  const { protocolo } = await register('q@exemplo.org', { forma_resposta: 'protocolo' });
  const id = (await desk.consult(String(protocolo)))?.['id'];
  await desk.step(id, 'em_analise');
  await desk.step(id, 'respondida', { resposta: 'Sim.' });
  expect(await desk.project.rows('select evento from casos.mensagem')).toEqual([{ evento: 'registro' }]);
  await caseFunctions(desk.project.engine).switchMail(false);
  await register('q@exemplo.org');
  expect(await desk.project.rows('select evento from casos.mensagem')).toHaveLength(1);
});

test('the work of a server switches the queue on, sends, ends cases by term, and waits at its end for what is under way', async () => {
  await desk.project.database.script('update casos.correio set ativo = false');
  const { functions, ...mail } = replica();
  const timers = handTimers();
  const work = startCaseWork({ functions, files: undefined, sweep: () => Promise.resolve(), mail, log: SILENT_LOG, timers });
  // The first round of e-mails, the statistics and the routine.
  expect(timers.run()).toEqual([0, 10_000, 60_000]);
  await expect.poll(() => desk.project.rows('select ativo from casos.correio')).toEqual([{ ativo: true }]);
  await register('q@exemplo.org');
  await expect
    .poll(() => {
      timers.run();
      return sink.messages.length;
    })
    .toBe(1);
  await work.close();
  expect(sink.messages.map(({ to }) => to)).toEqual(['q@exemplo.org']);
  expect(timers.run()).toEqual([]);
});

describe('the start', () => {
  const warnings = async (url: string): Promise<readonly unknown[]> => {
    const lines: unknown[] = [];
    await reportUnusable(replica(url).transport, { warn: (fields, message) => void lines.push([fields, message]) });
    return lines;
  };
  const message = 'SMTP_URL: the mail server cannot be used; e-mails wait and are tried again';

  test('says nothing of a mail server that works, and sends it no message', async () => {
    expect(await warnings(sink.url)).toEqual([]);
    expect(sink.messages).toEqual([]);
  });

  test('names a mail server that is away or refuses the sign-in, without its address and password', async () => {
    expect(await warnings('smtp://127.0.0.1:1')).toEqual([[{ reason: expect.stringMatching(/^E[A-Z]+/) }, message]]);
    answers = (verb) => ({ EHLO: '250-sink\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 no such user' })[verb];
    const url = sink.url.replace('//', '//portal:errada@');
    expect(await warnings(url)).toEqual([[{ reason: 'EAUTH 535 5.7.8 AUTH PLAIN' }, message]]);
  });
});
