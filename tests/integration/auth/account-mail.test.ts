/** E-mails to the owners of accounts wait in the database: neither a restart nor a mail server that is down loses one, and one replica sends it. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PasswordOwner } from '../../../server/backend/auth/auth-backend.ts';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { createSmtp } from '../../../server/cases/mail/smtp.ts';
import { type AccountMail, createAccountMail } from '../../../server/password-links/account-mail.ts';
import { accountQueue } from '../../../server/password-links/account-queue.ts';
import { stopQueuedMail } from '../../../server/project/restored-mail.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { openSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts';
import { type CaseDesk, openCaseDesk } from '../project/cases/case-desk.ts';
import { PROJECT_ENGINES } from '../project/editorial/project-engine.ts';

const ANA = { id: '00000000-0000-4000-8000-00000000000a', email: 'ana@instituto.example' };
const KEYS = createCaseKeys([randomBytes(32)]);

describe.each(PROJECT_ENGINES)('on %s', (_name, open) => {
  let desk: CaseDesk;
  let sink: SmtpSink;
  let owner: PasswordOwner | null;
  let lines: unknown[];
  /** What the mail server does at a command. */
  let answers: (verb: string) => string | undefined;
  beforeAll(async () => {
    desk = await openCaseDesk(open);
  }, 120_000);
  afterAll(() => desk.close());
  beforeEach(async () => {
    [owner, lines, answers] = [{ ...ANA, role: 'editor', passwordMark: 'one' }, [], () => undefined];
    sink = await openSmtpSink({ answer: (verb) => answers(verb) });
    await desk.at('2026-03-02T12:00:00Z');
    await desk.project.database.script('delete from contas.mensagem');
  });
  afterEach(() => sink.close());

  const queue = () => accountQueue(desk.project.engine);
  /** What one process has of it. */
  const replica = (ofReplica = queue()): AccountMail => {
    const note = (fields: object, message: string): void => void lines.push({ ...fields, message });
    return createAccountMail({
      queue: ofReplica,
      transport: () => createSmtp({ url: sink.url, from: 'site@instituto.example', name: () => 'Instituto' }),
      accounts: { passwordOwner: () => Promise.resolve(owner) },
      keys: () => Promise.resolve(KEYS),
      site: () => ({ name: 'Instituto', timeZone: 'America/Sao_Paulo' }),
      siteOrigin: 'https://instituto.example',
      log: { ...SILENT_LOG, info: note, warn: note, error: note },
    });
  };
  const waiting = () => desk.project.rows('select evento, tentativas from contas.mensagem');
  const links = (): readonly string[] =>
    sink.messages.map(({ source }) => /https:\S+password-link\/(\S+)/.exec(source.replaceAll('=\r\n', ''))?.[1] ?? '');

  test('a link that was asked for while the mail server was down is sent once after a restart, by one of two replicas', async () => {
    const { port } = sink;
    await sink.close();
    await queue().put('senha_esquecida', ANA);
    await replica().round();
    expect(await waiting()).toEqual([{ evento: 'senha_esquecida', tentativas: 1 }]);
    sink = await openSmtpSink({ port });
    await desk.at('2026-03-02T12:01:00Z');
    await Promise.all([replica().round(), replica().round()]);
    await replica().round();
    expect(sink.messages.map(({ to }) => to)).toEqual([ANA.email]);
    // The link ends an hour after it was asked for.
    const ends = Date.parse('2026-03-02T13:00:00Z') / 1_000;
    expect(links()).toEqual([expect.stringMatching(new RegExp(`^${ANA.id}\\.${ends.toString(36)}\\.[0-9a-f]{32}$`))]);
    expect(await waiting()).toEqual([]);
  });

  test('a message is kept before its answer, and leaves without being waited for', async () => {
    const gate = Promise.withResolvers<string | undefined>();
    const sent = Promise.withResolvers<void>();
    const { tell } = createAccountMail({
      keys: () => Promise.resolve(KEYS),
      siteOrigin: 'https://instituto.example',
      log: SILENT_LOG,
      queue: queue(),
      accounts: { passwordOwner: () => Promise.resolve(owner) },
      site: () => ({ name: 'Instituto', timeZone: 'America/Sao_Paulo' }),
      transport: () => ({
        send: async () => void (await gate.promise),
        check: () => Promise.resolve(),
        close: () => sent.resolve(),
      }),
    });
    await tell('senha_trocada', ANA);
    expect((await waiting()).map(({ evento }) => evento)).toEqual(['senha_trocada']);
    gate.resolve(undefined);
    await sent.promise;
    expect(await waiting()).toEqual([]);
  });

  test('what became of a message that leaves at once is recorded by a later round where the database could not', async () => {
    let failures = 1;
    const kept = queue();
    const mail = replica({
      ...kept,
      settle: async (message, failure) => {
        failures -= 1;
        if (failures >= 0) throw new Error('away');
        await kept.settle(message, failure);
      },
    });
    await mail.tell('senha_trocada', ANA);
    await expect.poll(() => failures).toBe(0);
    await mail.round();
    expect([sink.messages.length, await waiting()]).toEqual([1, []]);
  });

  test('what the database keeps, and what the log says, has no link, and no role of people reads the queue', async () => {
    await queue().put('conta_nova', ANA);
    const [kept] = await desk.project.rows('select to_jsonb(m)::text as linha from contas.mensagem m');
    answers = (verb) => (verb === 'RCPT' ? '450 4.2.0 <ana@instituto.example> greylisted' : undefined);
    await replica().round();
    answers = () => undefined;
    await desk.at('2026-03-02T12:01:00Z');
    await replica().round();
    const [key = ''] = links();
    const proof = key.split('.')[2] ?? '';
    expect(proof).toMatch(/^[0-9a-f]{32}$/);
    expect(String(kept?.['linha'])).not.toContain(proof);
    expect(lines).toEqual([
      {
        userId: ANA.id,
        evento: 'conta_nova',
        attempt: 1,
        reason: 'EENVELOPE 450 4.2.0 RCPT TO',
        isFinal: false,
        message: 'an e-mail was not sent',
      },
      { userId: ANA.id, evento: 'conta_nova', attempt: 2, message: 'an e-mail to the owner of an account was sent' },
    ]);
    const take = 'mutation { reservar_mensagens_de_contas(args: {limite: 1, segundos: 1}) { destinatario } }';
    for (const role of ['editor', 'ouvidor', 'administrador', 'public'])
      expect((await desk.project.ask.fault(take, { role, session: { 'x-hasura-user-id': ANA.id } })).extensions.code).toBe(
        'validation-failed',
      );
  });

  test('a message that is refused for good, is for a link that has ended, or for an owner who has left, is not sent again', async () => {
    await queue().put('senha_trocada', ANA);
    answers = (verb) => (verb === 'RCPT' ? '550 5.1.1 unknown' : undefined);
    await replica().round();
    answers = () => undefined;
    await queue().put('conta_nova', ANA);
    await queue().put('conta_nova', { ...ANA, email: 'antes@instituto.example' });
    owner = null;
    await replica().round();
    expect(await waiting()).toEqual([]);
    owner = { ...ANA, role: 'editor', passwordMark: 'one' };
    await queue().put('conta_nova', { ...ANA, email: 'antes@instituto.example' });
    await queue().put('senha_esquecida', ANA);
    await desk.at('2026-03-02T13:00:00Z');
    await replica().round();
    expect([sink.messages.length, await waiting()]).toEqual([0, []]);
  });

  test('a message of a kind that only newer servers know waits for one of them', async () => {
    await desk.project.database.script('alter table contas.mensagem drop constraint mensagem_evento_check');
    await desk.project.rows(`select public.avisar_conta('${ANA.id}', 'outro_aparelho', '${ANA.email}')`);
    await replica().round();
    expect([sink.messages.length, await waiting()]).toEqual([0, [{ evento: 'outro_aparelho', tentativas: 1 }]]);
  });

  test('a site that is restored from a backup sends nothing that waited in it', async () => {
    await queue().put('senha_esquecida', ANA);
    expect(await stopQueuedMail(desk.project.database, '2026-03-02T12:00:00Z')).toBe(1);
    await replica().round();
    expect(sink.messages).toEqual([]);
  });
});
