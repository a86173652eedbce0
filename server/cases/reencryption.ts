/**
 * Makes what the keys of cases protect again with the key in use, so that a replaced key can be taken away: the kept digest of each access code, and the
 * number of each document. It goes by batches, each of which is one transaction; it can be stopped, begun again and run twice at once, beside
 * servers that register cases.
 */
import { z } from 'zod';
import { CASES_CALLER, type ContentBackend } from '../backend/backend.ts';
import { codeDigest, registeredCode } from './access-code.ts';
import type { CaseKeys } from './case-keys.ts';
import { decryptDocument, encryptDocument } from './document-cipher.ts';
import { keyCheck } from './required-keys.ts';

export interface Reencryption {
  readonly rewritten: number;
  /** Registered within the hour, or with a receipt that is still to be sent: a later run takes them. */
  readonly waiting: number;
  /** None of the keys opens them. */
  readonly unreadable: number;
  /** Names of the keys that no case needs any more. */
  readonly retired: readonly string[];
  /** Names of the replaced keys that cases still need. */
  readonly needed: readonly string[];
}

export interface ReencryptionOptions {
  readonly backend: Pick<ContentBackend, 'execute'>;
  /** The one in use first, and all that cases need. */
  readonly keys: CaseKeys;
  /** Cases of one transaction. */
  readonly batch?: number;
  readonly onProgress?: (rewritten: number) => void | Promise<void>;
}

const BATCH = 500;

const ROW = z.object({
  id: z.string(),
  chave: z.string(),
  codigo_hash: z.string(),
  documento_cifrado: z.string().nullable(),
  espera: z.boolean(),
});
type Row = z.output<typeof ROW>;

const COUNT = z.object({ quantidade: z.number() });

const READ = `query CasosARecifrar($em_uso: String!, $depois_de: uuid, $limite: Int!) {
  casos_a_recifrar(args: {em_uso: $em_uso, depois_de: $depois_de, limite: $limite}, order_by: {id: asc}) { ${Object.keys(ROW.shape).join(' ')} }
}`;
const WRITE =
  'mutation RecifrarCasos($cifra: jsonb!, $itens: jsonb!) { recifrar_casos(args: {cifra: $cifra, itens: $itens}) { quantidade } }';
const NAMES = '{ chave_de_casos(order_by: {id: asc}) { id } }';
const RETIRE = 'mutation RetirarChave($id: String!) { retirar_chave_de_casos(args: {id: $id}) { quantidade } }';

/** Does what can be done now. @throws where the backend does not answer; what was done until then stays done */
export async function reencryptCases({ backend, keys, batch = BATCH, onProgress }: ReencryptionOptions): Promise<Reencryption> {
  const run = async <Value>(query: string, variables: Readonly<Record<string, unknown>>, shape: z.ZodType<Value>): Promise<Value> => {
    const answer = await backend.execute({ query, variables }, { caller: CASES_CALLER });
    // The text of an error may repeat what it is about.
    if (answer.kind === 'errors') throw new Error(`the backend refused with ${answer.errors[0]?.extensions.code}`);
    return shape.parse(Object.values(JSON.parse(answer.json) as Record<string, unknown>)[0]);
  };
  const [inUse] = keys;
  const cifra = keyCheck(inUse);
  let [rewritten, waiting, unreadable] = [0, 0, 0];
  let last: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await run(READ, { em_uso: inUse.id, depois_de: last, limite: batch }, z.array(ROW));
    if (rows.length === 0) break;
    const ready = rows.filter(({ espera }) => !espera);
    const items = ready.map((row) => rewrittenRow(keys, row)).filter((item) => item !== null);
    if (items.length > 0) rewritten += (await run(WRITE, { cifra, itens: items }, COUNT)).quantidade;
    waiting += rows.length - ready.length;
    unreadable += ready.length - items.length;
    last = rows.at(-1)?.id ?? null;
    await onProgress?.(rewritten);
  }
  const names = await run(NAMES, {}, z.array(z.object({ id: z.string() })));
  const [retired, needed]: [string[], string[]] = [[], []];
  for (const { id } of names.filter(({ id }) => id !== inUse.id)) {
    // It is not recorded which key a waiting case needs, so no key is retired while a case waits.
    const isRetired = waiting === 0 && (await run(RETIRE, { id }, COUNT)).quantidade > 0;
    (isRetired ? retired : needed).push(id);
  }
  return { rewritten, waiting, unreadable, retired, needed };
}

/** The digest of the code and the document of a case, before and with the key in use; null where no key opens them. */
function rewrittenRow(keys: CaseKeys, { id, chave, codigo_hash: digest, documento_cifrado: document }: Row): object | null {
  const code = registeredCode(keys, chave, digest);
  const number = document === null ? null : decryptDocument(keys, id, document);
  if (code === null || (document !== null && number === null)) return null;
  return {
    id,
    codigo_de: digest,
    codigo_para: codeDigest(keys[0], code),
    documento_de: document,
    documento_para: number === null ? null : encryptDocument(keys, id, number),
  };
}
