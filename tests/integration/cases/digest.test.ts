/** The e-mail of the morning to who answers citizens: once on a working day on which something waits, to each of them, with numbers alone. */
import { randomBytes } from 'node:crypto';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { type Digest, digestFunctions } from '../../../server/cases/mail/digest-functions.ts';
import { type DigestOptions, digestRound } from '../../../server/cases/mail/digest-round.ts';
import { createDigestRouter } from '../../../server/cases/mail/digest-router.ts';
import type { Outcome } from '../../../server/cases/mail/queue-round.ts';
import type { MailTransport } from '../../../server/cases/mail/smtp.ts';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import { redacted } from '../../../server/observability/redaction.ts';
import { listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type CaseDesk, openCaseDesk } from '../project/cases/case-desk.ts';
import { PROJECT_ENGINES } from '../project/editorial/project-engine.ts';

const KEYS = createCaseKeys([randomBytes(32)]);

interface Sent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string;
}

describe.each(PROJECT_ENGINES)('on %s', (_name, open) => {
  let desk: CaseDesk;
  let sent: Sent[];
  let fault: () => Error | undefined;
  beforeAll(async () => {
    desk = await openCaseDesk(open);
    await makeAccounts(desk);
    await desk.at('2026-03-02T12:00:00Z');
    await desk.register('manifestacao', {
      tipo: 'denuncia',
      texto: 'Vi um desvio no setor.',
      pessoa: { nome: 'Quitéria', email: 'q@e.org' },
    });
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    sent = [];
    fault = () => undefined;
    await desk.project.database.script('delete from casos.resumo; delete from casos.sem_resumo');
  });

  const transport: MailTransport = {
    send: async (to, { subject, text, headers = {} }, id) => {
      const thrown = fault();
      if (thrown !== undefined) throw thrown;
      sent.push({ to, subject, text, headers, id });
    },
    check: () => Promise.resolve(),
    close: () => undefined,
  };
  const options = (): DigestOptions => ({
    functions: digestFunctions(desk.project.engine),
    keys: () => Promise.resolve(KEYS),
    transport,
    site: () => ({ name: 'Instituto', url: 'https://instituto.example' }),
    log: SILENT_LOG,
  });
  const idOf = async (email: string): Promise<string> =>
    String((await desk.project.rows(`select id from auth.users where email = '${email}'`))[0]?.['id']);
  const recipients = (): readonly string[] => sent.map(({ to }) => to).toSorted();

  test('is sent from seven in the morning, once a day and by one replica, to each who answers citizens', async () => {
    await desk.at('2026-03-03T09:59:00Z');
    await digestRound(options());
    expect(sent).toEqual([]);
    await desk.at('2026-03-03T10:00:00Z');
    await Promise.all([digestRound(options()), digestRound(options())]);
    await digestRound(options());
    expect(recipients()).toEqual(['olga@i.example', 'rui@i.example']);
    await desk.at('2026-03-04T10:00:00Z');
    await digestRound(options());
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
  });

  test('counts what is late, due, and unread, with a link to each list, and has nothing of a case', async () => {
    await desk.at('2026-03-27T12:00:00Z');
    await digestRound(options());
    expect(sent[0]?.subject).toBe('Casos que esperam: 1 a vencer, 1 por ler: Instituto');
    expect(sent[0]?.text).toContain('1 a vencer em até 5 dias\nhttps://instituto.example/admin/app/casos?prazo=a-vencer\n');
    await desk.at('2026-04-06T12:00:00Z');
    await digestRound(options());
    expect(sent.at(-1)?.subject).toBe('Casos que esperam: 1 atrasado, 1 por ler: Instituto');
    for (const secret of ['Quitéria', 'desvio', 'OUV']) expect(JSON.stringify(sent)).not.toContain(secret);
  });

  test.each([
    ['a Saturday', '2026-03-07T12:00:00Z'],
    ['a holiday', '2026-03-10T12:00:00Z'],
  ])('is not sent on %s', async (_day, moment) => {
    await desk.project.database.script(
      `delete from public.feriado where data = '2026-03-10'; insert into public.feriado (data, nome, ambito) values ('2026-03-10', 'Feriado da cidade', 'municipal')`,
    );
    await desk.at(moment);
    await digestRound(options());
    expect(sent).toEqual([]);
  });

  test('one that could not be sent is sent later on the same day, and one that was refused for good is not', async () => {
    await desk.at('2026-03-05T12:00:00Z');
    fault = () => Object.assign(new Error('later'), { responseCode: 451, command: 'RCPT TO' });
    await digestRound(options());
    fault = () => undefined;
    await digestRound(options());
    expect(sent).toEqual([]);
    await desk.at('2026-03-05T12:06:00Z');
    await digestRound(options());
    expect(recipients()).toEqual(['olga@i.example', 'rui@i.example']);
    await desk.at('2026-03-06T12:00:00Z');
    fault = () => Object.assign(new Error('unknown'), { responseCode: 550, command: 'RCPT TO' });
    await digestRound(options());
    fault = () => undefined;
    await desk.at('2026-03-06T20:00:00Z');
    await digestRound(options());
    expect(sent).toHaveLength(2);
  });

  test('one whose outcome cannot be recorded is recorded by the next round, and not sent again when its lease ends', async () => {
    await desk.at('2026-03-11T12:00:00Z');
    let isAway = true;
    const { take, settle } = digestFunctions(desk.project.engine);
    const functions: DigestOptions['functions'] = {
      take,
      settle: (...settled) => (isAway ? Promise.reject(new Error('away')) : settle(...settled)),
    };
    const unsettled: Outcome<Digest>[] = [];
    await expect(digestRound({ ...options(), functions }, unsettled)).rejects.toThrow('away');
    await expect(digestRound({ ...options(), functions }, unsettled)).rejects.toThrow('away');
    isAway = false;
    await desk.at('2026-03-11T12:20:00Z');
    await digestRound({ ...options(), functions }, unsettled);
    expect([recipients(), unsettled]).toEqual([['olga@i.example', 'rui@i.example'], []]);
  });

  test('is not sent to who has switched it off, also on a day on which it could not be sent before, until it is switched on', async () => {
    const { gets, choose } = digestFunctions(desk.project.engine);
    const olga = await idOf('olga@i.example');
    await desk.at('2026-03-12T12:00:00Z');
    fault = () => Object.assign(new Error('later'), { responseCode: 451, command: 'RCPT TO' });
    await digestRound(options());
    fault = () => undefined;
    expect(await gets(olga)).toBe(true);
    await choose(olga, false);
    await choose(olga, false);
    expect([await gets(olga), await gets(await idOf('rui@i.example'))]).toEqual([false, true]);
    await desk.at('2026-03-12T12:30:00Z');
    await digestRound(options());
    await desk.at('2026-03-13T12:00:00Z');
    await digestRound(options());
    expect(recipients()).toEqual(['rui@i.example', 'rui@i.example']);
    await choose(olga, true);
    await desk.at('2026-03-16T12:00:00Z');
    await digestRound(options());
    expect(recipients().filter((to) => to === 'olga@i.example')).toHaveLength(1);
  });

  test('names in its text and to mail programs an address whose button ends it, without a sign-in, for its recipient alone', async () => {
    const { gets } = digestFunctions(desk.project.engine);
    await desk.at('2026-03-17T12:00:00Z');
    await digestRound(options());
    const mail = sent.find(({ to }) => to === 'olga@i.example');
    const address = /https:\S+resumo\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(mail?.headers).toEqual({ 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    expect(redacted(address)).toBe('https://instituto.example/_casos/resumo/[redacted]');
    await using site = await listening(
      express()
        .use(requestContext(SILENT_LOG))
        .use(
          createDigestRouter({
            functions: digestFunctions(desk.project.engine),
            keys: () => Promise.resolve(KEYS),
            sendPage: async (_req, res, { screen }) => void res.json(screen),
          }),
        )
        .use(errorHandler(SILENT_LOG)),
    );
    const path = new URL(address).pathname;
    const [olga, rui] = [await idOf('olga@i.example'), await idOf('rui@i.example')];
    const page = async (at: string, init?: RequestInit): Promise<readonly unknown[]> => {
      const answer = await fetch(`${site.origin}${at}`, init);
      return [answer.status, answer.headers.get('referrer-policy'), await answer.json()];
    };
    const press = { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    for (const forged of [path.replace(olga, rui), path.replace(/.$/, (last) => (last === '0' ? '1' : '0')), '/_casos/resumo/x'])
      expect((await page(forged, press))[0]).toBe(404);
    expect(await page(path)).toEqual([200, 'strict-origin', { kind: 'digest', action: path }]);
    expect(await gets(olga)).toBe(true);
    expect(await page(path, press)).toEqual([200, 'strict-origin', { kind: 'digest', action: null }]);
    expect(await page(path)).toEqual([200, 'strict-origin', { kind: 'digest', action: null }]);
    expect([await gets(olga), await gets(rui)]).toEqual([false, true]);
  });

  test('is not sent where nothing waits', async () => {
    const empty = await openCaseDesk(open);
    await makeAccounts(empty);
    await empty.at('2026-03-09T12:00:00Z');
    await digestRound({ ...options(), functions: digestFunctions(empty.project.engine) });
    await empty.close();
    expect(sent).toEqual([]);
  });
});

async function makeAccounts(desk: CaseDesk): Promise<void> {
  await desk.project.database.script(`
      delete from auth.users;
      insert into auth.users (email, display_name, locale, default_role, disabled)
        values ('olga@i.example', 'Olga', 'pt', 'ouvidor', false), ('rui@i.example', 'Rui', 'pt', 'editor', false),
               ('eva@i.example', 'Eva', 'pt', 'editor', false), ('leo@i.example', 'Leo', 'pt', 'ouvidor', true);
      insert into auth.user_roles (user_id, role)
        select id, role from auth.users, unnest(array['editor', 'ouvidor']) role where email <> 'eva@i.example'`);
}
