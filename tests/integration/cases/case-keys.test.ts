/** Keys of cases that are replaced, missing or wrong, and submissions that are repeated under another one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storedSecret } from '../../../server/backend/embedded/stored-secret.ts';
import { registeredCode } from '../../../server/cases/access-code.ts';
import { caseFunctions } from '../../../server/cases/case-functions.ts';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { decryptDocument } from '../../../server/cases/document-cipher.ts';
import { reencryptCases } from '../../../server/cases/reencryption.ts';
import { requiredKeys } from '../../../server/cases/required-keys.ts';
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
  await project.database.script('truncate casos.mensagem, casos.recibo; update casos.correio set ativo = true');
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

  test('a form sent again without script is the same case after the hour has changed, and another one an hour later', async () => {
    const typed = asked();
    const first = await receiptAfter(before, await post(before, REQUEST, typed));
    now += 120_000;
    const count = await cases();
    expect(await receiptAfter(before, await post(before, REQUEST, typed))).toEqual(first);
    expect(await cases()).toBe(count);
    now += 7_200_000;
    expect((await receiptAfter(before, await post(before, REQUEST, typed))).protocolo).not.toBe(first.protocolo);
  });

  test('a form that two servers get at once, on both sides of the hour, is one case', async () => {
    const other = await openCaseSite(project, { secrets: [OLD], now: () => BEFORE_THE_HOUR + 120_000 });
    try {
      const typed = asked();
      const count = await cases();
      const receipts = await Promise.all(
        [before, other, before, other].map(async (site) => receiptAfter(site, await post(site, REQUEST, typed))),
      );
      // The one of the next hour may be first.
      const late = asked();
      const first = await receiptAfter(other, await post(other, REQUEST, late));
      expect(await receiptAfter(before, await post(before, REQUEST, late))).toMatchObject({
        protocolo: first.protocolo,
        codigo: first.codigo,
      });
      expect(new Set(receipts.map(({ protocolo, codigo }) => `${protocolo} ${codigo}`)).size).toBe(1);
      expect(await cases()).toBe(count + 2);
    } finally {
      await other.close();
    }
  });
});

test('the receipt by e-mail has the code that opens the case, also when another key is in use by then', async () => {
  const { protocolo, codigo } = await receiptAfter(before, await post(before, REQUEST, asked()));
  const [message] = (await caseFunctions(project.engine).takeMessages(10, 60)).messages;
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

test('a subject that is not in the list any more does not keep a citizen from writing', async () => {
  const receipt = await receiptAfter(before, await post(before, REQUEST, { ...asked(), assunto: '987654321' }));
  expect(await screenOf(await post(before, TRACKING, receipt))).toMatchObject({ kind: 'tracked' });
});

describe('a server', () => {
  const backend = (): Parameters<typeof requiredKeys>[1] => ({ execute: (...asked) => project.engine.execute(...asked) });

  test('starts with every key that cases were registered with, and with no other set', async () => {
    await receiptAfter(before, await post(before, REQUEST, asked()));
    await receiptAfter(after, await post(after, REQUEST, asked()));
    expect(await requiredKeys([NEW, OLD], backend())).toEqual([NEW, OLD]);
    expect(await requiredKeys([OTHER, OLD, NEW], backend())).toEqual([OTHER, OLD, NEW]);
    for (const faulty of [[NEW], [OLD], [OTHER], null] as const) {
      await expect(requiredKeys(faulty, backend())).rejects.toThrow(/^CASES_KEY lacks the key [0-9a-f]{8}/);
    }
  });

  test('reads what was registered with the key that the database keeps, after CASES_KEY was set', async () => {
    const own = await onPostgres();
    try {
      const kept = { execute: own.engine.execute.bind(own.engine), storedSecret: () => storedSecret(own.database, 'casos') };
      expect([await requiredKeys(null, kept), await requiredKeys([NEW], kept)]).toEqual([null, [NEW]]);
      const first = await openCaseSite(own);
      const receipt = await receiptAfter(first, await post(first, REQUEST, asked()));
      await first.close();
      const secrets = await requiredKeys([NEW], kept);
      expect(secrets).toEqual([NEW, await storedSecret(own.database, 'casos')]);
      const second = await openCaseSite(own, { secrets });
      expect((await post(second, TRACKING, receipt)).status).toBe(200);
      await second.close();
    } finally {
      await own.close();
    }
  });
});

describe('a replaced key', () => {
  let own: ProjectEngine;
  let old: CaseSite;
  let both: CaseSite;
  let onlyNew: CaseSite;
  const keys = createCaseKeys([NEW, OLD]);
  const backend = (): Pick<ProjectEngine['engine'], 'execute'> => ({ execute: (...asked) => own.engine.execute(...asked) });
  const clock = (hours: number): Promise<unknown> =>
    own.rows(`create or replace function casos.agora() returns timestamptz language sql stable return now() + interval '${hours} hours'`);
  const register = async (site: CaseSite): Promise<{ readonly protocolo: string; readonly codigo: string }> =>
    receiptAfter(site, await post(site, REQUEST, asked()));
  const open = async (site: CaseSite, receipt: { readonly protocolo: string; readonly codigo: string }): Promise<number> =>
    (await post(site, TRACKING, receipt)).status;
  beforeAll(async () => {
    own = await onPostgres();
    old = await openCaseSite(own, { secrets: [OLD] });
    both = await openCaseSite(own, { secrets: [NEW, OLD] });
    onlyNew = await openCaseSite(own, { secrets: [NEW] });
  });
  beforeEach(async () => {
    await clock(0);
    await own.database.script(
      "set session_replication_role = 'replica'; truncate casos.mensagem, casos.andamento, casos.solicitante, casos.caso, casos.chave cascade; reset session_replication_role",
    );
  });
  afterAll(async () => {
    await Promise.all([old, both, onlyNew].map((site) => site.close()));
    await own.close();
  });

  test('can be taken away when its cases were made again: codes open them and documents are read with the new one alone', async () => {
    const receipts = [await register(old), await register(old), await register(both)];
    await expect(requiredKeys([NEW], backend())).rejects.toThrow(createCaseKeys([OLD])[0].id);
    expect(await reencryptCases({ backend: backend(), keys })).toMatchObject({ rewritten: 0, waiting: 2, needed: [keys[1]?.id] });
    await clock(2);
    const before = await own.rows(
      'select id, versao, atualizado_em, situacao, (select count(*) from casos.andamento a where a.caso_id = c.id) as n from casos.caso c order by id',
    );
    expect(await reencryptCases({ backend: backend(), keys, batch: 1 })).toEqual({
      rewritten: 2,
      waiting: 0,
      unreadable: 0,
      retired: [keys[1]?.id],
      needed: [],
    });
    expect(
      await own.rows(
        'select id, versao, atualizado_em, situacao, (select count(*) from casos.andamento a where a.caso_id = c.id) as n from casos.caso c order by id',
      ),
    ).toEqual(before);
    expect(await requiredKeys([NEW], backend())).toEqual([NEW]);
    for (const receipt of receipts) expect([await open(onlyNew, receipt), await open(both, receipt)]).toEqual([200, 200]);
    const documents = await own.rows('select caso_id::text as id, documento_cifrado as numero from casos.solicitante');
    const onlyKey = createCaseKeys([NEW]);
    expect(documents.map(({ id, numero }) => decryptDocument(onlyKey, String(id), String(numero)))).toEqual(
      receipts.map(() => '52998224725'),
    );
  });

  test('stays needed while a server still registers with it, and while a receipt waits to be sent', async () => {
    await own.database.script('update casos.correio set ativo = true');
    const queued = await register(old);
    await clock(2);
    let late: { readonly protocolo: string; readonly codigo: string } | null = null;
    expect(await reencryptCases({ backend: backend(), keys })).toMatchObject({ rewritten: 0, waiting: 1 });
    await own.database.script('update casos.mensagem set enviada_em = now(); update casos.correio set ativo = false');
    const first = await reencryptCases({
      backend: backend(),
      keys,
      onProgress: async () => {
        late ??= await register(old);
      },
    });
    expect(first).toMatchObject({ rewritten: 1, retired: [], needed: [keys[1]?.id] });
    await expect(requiredKeys([NEW], backend())).rejects.toThrow(/^CASES_KEY lacks the key/);
    await clock(4);
    expect(await reencryptCases({ backend: backend(), keys })).toMatchObject({ rewritten: 1, retired: [keys[1]?.id] });
    for (const receipt of [queued, late]) expect(receipt === null ? null : await open(onlyNew, receipt)).toBe(200);
  });

  test('is replaced by two runs at once, and by one that was cut, each case once', async () => {
    for (let count = 0; count < 5; count += 1) await register(old);
    await clock(2);
    let answers = 0;
    const cut: Pick<ProjectEngine['engine'], 'execute'> = {
      execute: async (...asked) => {
        answers += 1;
        if (answers > 3) throw new Error('cut');
        return own.engine.execute(...asked);
      },
    };
    await expect(reencryptCases({ backend: cut, keys, batch: 1 })).rejects.toThrow('cut');
    const runs = await Promise.all([1, 2].map(() => reencryptCases({ backend: backend(), keys, batch: 2 })));
    expect(runs.reduce((sum, { rewritten }) => sum + rewritten, 0)).toBe(4);
    expect(await own.rows('select distinct cifrado_com from casos.caso')).toEqual([{ cifrado_com: keys[0].id }]);
    expect(runs.flatMap(({ retired }) => retired)).toEqual([keys[1]?.id]);
  });

  test('is named by every case, and nothing but its key changes with it', async () => {
    await register(old);
    const change = own.rows(`update casos.caso set cifrado_com = null, texto = 'Outro texto de vinte letras.'`);
    await expect(change).rejects.toThrow('caso:imutavel');
    await expect(own.rows(`update casos.caso set codigo_hash = repeat('a', 64)`)).rejects.toThrow('caso:imutavel');
    await expect(own.rows('delete from casos.chave')).rejects.toThrow('violates foreign key');
  });
});
