/** Keys of cases that are replaced, missing or wrong, and submissions that are repeated under another one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keptSecret } from '../../../server/backend/embedded/kept-secret.ts';
import { registeredCode } from '../../../server/cases/access-code.ts';
import { caseFunctions } from '../../../server/cases/case-functions.ts';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { decryptDocument } from '../../../server/cases/document-cipher.ts';
import { neededKeys } from '../../../server/cases/needed-keys.ts';
import { onPostgres, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, openCaseSite, post, receiptAfter, screenOf } from './case-site.ts';

const REQUEST = '/_casos/pedido';
const TRACKING = '/_casos/acompanhar';
const OLD = new Uint8Array(32).fill(1);
const NEW = new Uint8Array(32).fill(2);
const OTHER = new Uint8Array(32).fill(3);
const ASKED = { nome: 'Rita de Souza', email: 'rita@exemplo.org', documento: '529.982.247-25', forma_resposta: 'email' };
/** A minute before the hour. */
const BEFORE_THE_HOUR = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 60_000;

let project: ProjectEngine;
let before: CaseSite;
let after: CaseSite;
let now = BEFORE_THE_HOUR;
beforeAll(async () => {
  project = await onPostgres();
  before = await openCaseSite(project, { secrets: [OLD], now: () => now });
  after = await openCaseSite(project, { secrets: [NEW, OLD], now: () => now });
});
afterAll(async () => {
  await before.close();
  await after.close();
  await project.close();
});
beforeEach(async () => {
  now = BEFORE_THE_HOUR;
  await project.database.script('truncate casos.mensagem; update casos.correio set ativo = true');
});

let texts = 0;
function asked(): typeof ASKED & { readonly texto: string } {
  texts += 1;
  return { ...ASKED, texto: `Peço a lista dos contratos de 2025, pedido número ${texts}.` };
}
const cases = async (): Promise<number> => (await project.rows('select 1 from casos.caso')).length;

describe('a submission whose answer was lost', () => {
  test.each([
    ['without script', {}],
    ['with script', { chave: 'a0a0a0a0-0b1d-4c5f-9a86-5a2f6f9d2e11' }],
  ])('%s has the same receipt from a server with the next key, and the code opens the case', async (_, own) => {
    const typed = { ...asked(), ...own };
    const first = await receiptAfter(before, await post(before, REQUEST, typed));
    const count = await cases();
    const again = await receiptAfter(after, await post(after, REQUEST, typed));
    expect([again.protocolo, again.codigo, await cases()]).toEqual([first.protocolo, first.codigo, count]);
    for (const site of [before, after]) expect((await post(site, TRACKING, again)).status).toBe(200);
  });

  test('without script is the same one after the hour has changed, and another one an hour later', async () => {
    const typed = asked();
    const first = await receiptAfter(before, await post(before, REQUEST, typed));
    now += 120_000;
    const count = await cases();
    expect(await receiptAfter(before, await post(before, REQUEST, typed))).toEqual(first);
    expect(await cases()).toBe(count);
    now += 7_200_000;
    expect((await receiptAfter(before, await post(before, REQUEST, typed))).protocolo).not.toBe(first.protocolo);
  });

  test('that two servers get at once, on both sides of the hour, is one case', async () => {
    const other = await openCaseSite(project, { secrets: [OLD], now: () => BEFORE_THE_HOUR + 120_000 });
    try {
      const typed = asked();
      const count = await cases();
      const receipts = await Promise.all(
        [before, other, before, other].map(async (site) => receiptAfter(site, await post(site, REQUEST, typed))),
      );
      expect(new Set(receipts.map(({ protocolo, codigo }) => `${protocolo} ${codigo}`)).size).toBe(1);
      expect(await cases()).toBe(count + 1);
    } finally {
      await other.close();
    }
  });
});

test('the receipt by e-mail has the code that opens the case, also when another key is in use by then', async () => {
  const { protocolo, codigo } = await receiptAfter(before, await post(before, REQUEST, asked()));
  const [message] = await caseFunctions(project.engine).takeMessages(10, 60);
  expect(message?.protocolo).toBe(protocolo);
  const given = [message?.chave ?? '', message?.codigo_hash ?? ''] as const;
  expect(registeredCode(createCaseKeys([NEW, OLD]), ...given)).toBe(codigo);
  expect(registeredCode(createCaseKeys([NEW]), ...given)).toBeNull();
});

describe('a case of a replaced key', () => {
  const ask = (receipt: { readonly protocolo: string }, codigo: string): Promise<number> =>
    post(after, TRACKING, { protocolo: receipt.protocolo, codigo }, { 'x-de': '192.0.2.31' }).then(({ status }) => status);

  test('is opened by its code as often as its citizen asks', async () => {
    const receipt = await receiptAfter(before, await post(before, REQUEST, asked()));
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1) statuses.push(await ask(receipt, receipt.codigo));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('is not opened after five wrong codes, nor is one of the key in use', async () => {
    for (const site of [before, after]) {
      const receipt = await receiptAfter(site, await post(site, REQUEST, asked()));
      const statuses: number[] = [];
      for (let time = 0; time < 5; time += 1) statuses.push(await ask(receipt, '00000000'));
      expect([...statuses, await ask(receipt, '00000000')]).toEqual([404, 404, 404, 404, 404, 429]);
      expect(await ask(receipt, receipt.codigo)).toBe(429);
    }
  });
});

test('numbers of documents are read after the key was replaced', async () => {
  const { protocolo } = await receiptAfter(before, await post(before, REQUEST, asked()));
  const [row] = await project.rows(
    `select s.caso_id::text as id, s.documento_cifrado from casos.solicitante s join casos.caso c on c.id = s.caso_id where c.protocolo = '${protocolo}'`,
  );
  const stored = String(row?.['documento_cifrado']);
  expect(decryptDocument(createCaseKeys([NEW, OLD]), String(row?.['id']), stored)).toBe('52998224725');
});

test('a subject that is not in the list any more keeps nobody from writing', async () => {
  const receipt = await receiptAfter(before, await post(before, REQUEST, { ...asked(), assunto: '987654321' }));
  expect(await screenOf(await post(before, TRACKING, receipt))).toMatchObject({ kind: 'tracked' });
});

describe('a server', () => {
  const backend = (): Parameters<typeof neededKeys>[1] => ({ execute: (...asked) => project.engine.execute(...asked) });

  test('starts with every key that cases were registered with, and with no other set', async () => {
    await receiptAfter(before, await post(before, REQUEST, asked()));
    await receiptAfter(after, await post(after, REQUEST, asked()));
    expect(await neededKeys([NEW, OLD], backend())).toEqual([NEW, OLD]);
    expect(await neededKeys([OTHER, OLD, NEW], backend())).toEqual([OTHER, OLD, NEW]);
    for (const faulty of [[NEW], [OLD], [OTHER], null] as const) {
      await expect(neededKeys(faulty, backend())).rejects.toThrow(/chave que falta em CASES_KEY/);
    }
  });

  test('reads what was registered with the key that the database keeps, after CASES_KEY was set', async () => {
    const own = await onPostgres();
    try {
      const kept = { execute: own.engine.execute.bind(own.engine), keptSecret: () => keptSecret(own.database) };
      expect([await neededKeys(null, kept), await neededKeys([NEW], kept)]).toEqual([null, [NEW]]);
      const first = await openCaseSite(own);
      const receipt = await receiptAfter(first, await post(first, REQUEST, asked()));
      await first.close();
      const secrets = await neededKeys([NEW], kept);
      expect(secrets).toEqual([NEW, await keptSecret(own.database)]);
      const second = await openCaseSite(own, { secrets });
      expect((await post(second, TRACKING, receipt)).status).toBe(200);
      await second.close();
    } finally {
      await own.close();
    }
  });
});
