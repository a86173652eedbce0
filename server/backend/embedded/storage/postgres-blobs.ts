/**
 * The bytes of files in the database, in pieces of some 100 KB. Each piece is a statement of its own, so a slow reader or writer holds no
 * connection between two pieces, and each process has few of these statements under way, so downloads cannot take the pages' connections.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Semaphore } from '../../../../shared/cache/semaphore.ts';
import type { Queryable, QueryOptions, QueryResult } from '../database.ts';
import { ABANDONED_AFTER_MS, type BlobStore, type ByteRange, blobPath, FileBytesMissingError, type StagedBlob } from './blob-store.ts';
import { pulledStream } from './pulled-stream.ts';

/** Stored contents may have pieces of any size: a piece is found by the offset at which it begins. */
const PIECE_BYTES = 256 * 1_024;

/** Connections that statements of contents use, of the ten that a process has. */
const STATEMENTS_AT_ONCE = 3;

/** Milliseconds for one piece, the wait for a connection included. */
const PIECE_TIMEOUT_MS = 15_000;

// The driver takes every value as text; as base64 the bytes take a third less time than as the hexadecimal form of `bytea` (measured).
// An aborted download does not cancel its statement: that needs a connection of its own, and a piece is a matter of milliseconds.
const PIECE = `
select n.tamanho::float8 as tamanho, encode(substring(p.bytes from ($2::bigint - p.inicio)::int + 1 for $3::int), 'base64') as base64
from embutido.conteudo n left join lateral (
  select inicio, bytes from embutido.pedaco where gravacao = n.gravacao and inicio <= $2::bigint order by inicio desc limit 1) p on true
where n.sha256 = $1`;

const NAME = `
with nomeada as (
  insert into embutido.conteudo (sha256, gravacao, tamanho) values ($2, $1, $3) on conflict (sha256) do nothing returning gravacao)
update embutido.gravacao set inacabada_desde = null where id in (select gravacao from nomeada)`;

/** The record of a content of one piece, its name and its bytes, from `given`. Without effect where the content is there already. */
const onePiece = (given: string): string => `
nomeada as (
  insert into embutido.conteudo (sha256, gravacao, tamanho)
  select sha256, nextval(pg_get_serial_sequence('embutido.gravacao', 'id')), $2 from ${given} on conflict (sha256) do nothing returning gravacao),
gravada as (
  insert into embutido.gravacao (id, inacabada_desde) overriding system value select gravacao, null from nomeada)
insert into embutido.pedaco (gravacao, inicio, bytes) select gravacao, 0, $3::bytea from nomeada`;

const NAME_ONE_PIECE = `with dada as (select $1::text as sha256), ${onePiece('dada')}`;

/** The name comes from the row of the record, so that it is looked for after a removal of the content has released that row. */
const NAME_LOOSE_PIECE = `
with solta as (
  insert into embutido.conteudo_solto (sha256) values ($1) on conflict (sha256) do update set desde = excluded.desde returning sha256),
${onePiece('solta')}`;

export class PostgresBlobs implements BlobStore {
  readonly #database: Queryable;
  readonly #turns = new Semaphore(STATEMENTS_AT_ONCE);

  /** `database` may be a transaction; contents then appear with its commit. */
  constructor(database: Queryable) {
    this.#database = database;
  }

  async stage(content: Uint8Array | Readable): Promise<StagedBlob> {
    const pieces = piecesOf(content);
    const first = await pieces.next();
    const second = first.done === true ? first : await pieces.next();
    if (first.done === true || second.done === true) return this.#stageOnePiece(first.done === true ? Buffer.alloc(0) : first.value);
    try {
      return await this.#stagePieces([first.value, second.value], pieces);
    } finally {
      await pieces.return(undefined);
    }
  }

  /** Such a content is held until it is kept: most attachments are one statement then instead of three. */
  #stageOnePiece(piece: Uint8Array): StagedBlob {
    const sha256 = createHash('sha256').update(piece).digest('hex');
    const size = piece.length;
    const keep = async (): Promise<void> => {
      await this.#query(NAME_ONE_PIECE, [sha256, size, piece], 'conteudo_de_um_pedaco');
    };
    const keepAsOrphan = async (): Promise<void> => {
      await this.#query(NAME_LOOSE_PIECE, [sha256, size, piece], 'conteudo_solto_de_um_pedaco');
    };
    return { sha256, size, keep, keepAsOrphan, discard: () => Promise.resolve() };
  }

  async #stagePieces(first: readonly Uint8Array[], others: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const { rows } = await this.#query('insert into embutido.gravacao default values returning id', [], 'gravacao_nova');
    const id = String(rows[0]?.['id']);
    const discard = async (): Promise<void> => {
      await this.#query('delete from embutido.gravacao where id = $1', [id], 'gravacao_apagada');
    };
    const hash = createHash('sha256');
    let size = 0;
    const add = async (piece: Uint8Array): Promise<void> => {
      hash.update(piece);
      await this.#query('insert into embutido.pedaco (gravacao, inicio, bytes) values ($1, $2, $3)', [id, size, piece], 'pedaco_novo');
      size += piece.length;
    };
    try {
      for (const piece of first) await add(piece);
      for await (const piece of others) await add(piece);
    } catch (error) {
      // A database that is gone keeps the rest until `removeAbandoned`.
      await discard().catch(() => undefined);
      throw error;
    }
    const sha256 = hash.digest('hex');
    const keep = async (): Promise<void> => {
      const { rowCount } = await this.#query(NAME, [id, sha256, size], 'conteudo_novo');
      if (rowCount === 0) await discard();
    };
    return { sha256, size, keep, discard };
  }

  async size(sha256: string): Promise<number | undefined> {
    blobPath(sha256);
    const sql = 'select tamanho::float8 as tamanho from embutido.conteudo where sha256 = $1';
    const { rows } = await this.#query(sql, [sha256], 'conteudo_tamanho');
    return rows[0] === undefined ? undefined : Number(rows[0]['tamanho']);
  }

  open(sha256: string, range?: ByteRange): Readable {
    return pulledStream((signal) => this.#pieces(sha256, range, signal));
  }

  async *#pieces(sha256: string, range: ByteRange | undefined, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    let offset = range?.start ?? 0;
    let end = range === undefined ? Number.POSITIVE_INFINITY : range.end + 1;
    while (offset < end && !signal.aborted) {
      const wanted = Math.min(end - offset, PIECE_BYTES);
      const { rows } = await this.#query(PIECE, [sha256, offset, wanted], 'pedaco_lido', signal);
      if (signal.aborted) return;
      const [row] = rows;
      if (row === undefined) throw new FileBytesMissingError(`the database holds no content ${sha256}`);
      end = Math.min(end, Number(row['tamanho']));
      if (offset >= end) return;
      const { base64 } = row;
      const bytes = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64');
      if (bytes.length === 0) throw new FileBytesMissingError(`the content ${sha256} ends at ${offset}`);
      yield bytes;
      offset += bytes.length;
    }
  }

  async remove(sha256: string): Promise<void> {
    const sql = 'delete from embutido.gravacao where id in (select gravacao from embutido.conteudo where sha256 = $1)';
    await this.#query(sql, [sha256], 'conteudo_apagado');
  }

  flush(): Promise<void> {
    // The commit of the pieces has brought them to the disk.
    return Promise.resolve();
  }

  async removeAbandoned(): Promise<void> {
    const sql = `delete from embutido.gravacao where inacabada_desde < now() - $1 * interval '1 millisecond'`;
    await this.#query(sql, [ABANDONED_AFTER_MS], 'gravacoes_abandonadas');
  }

  /** The row of a replica, which its check writes, is all that there is to read. */
  writeMarker(): Promise<void> {
    return Promise.resolve();
  }

  async hasMarker(replica: string): Promise<boolean> {
    return (await this.#query('select 1 from embutido.replica where id = $1', [replica], 'replica_lida')).rowCount > 0;
  }

  removeMarker(): Promise<void> {
    return Promise.resolve();
  }

  /** The hashes of all contents, some at a time. */
  async *names(): AsyncGenerator<readonly string[]> {
    for (let last = ''; ; ) {
      const sql = 'select sha256 from embutido.conteudo where sha256 > $1 order by sha256 limit 500';
      const { rows } = await this.#query(sql, [last], 'conteudo_nomes');
      if (rows.length === 0) return;
      const names = rows.map((row) => String(row['sha256']));
      yield names;
      last = names.at(-1) ?? last;
    }
  }

  #query(text: string, values: readonly unknown[], name: string, signal?: AbortSignal): Promise<QueryResult> {
    const options: QueryOptions = { name, timeoutMs: PIECE_TIMEOUT_MS };
    return this.#turns.run(() => (signal?.aborted === true ? NOTHING : this.#database.query(text, values, options)));
  }
}

const NOTHING: Promise<QueryResult> = Promise.resolve({ rows: [], rowCount: 0 });

/** The content in pieces of the same size; only the last one may be smaller. */
async function* piecesOf(content: Uint8Array | Readable): AsyncGenerator<Uint8Array, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content instanceof Readable ? content : [content]) {
    let rest: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    while (length + rest.length >= PIECE_BYTES) {
      const taken = PIECE_BYTES - length;
      yield Buffer.concat([...waiting, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      waiting = [];
      length = 0;
    }
    if (rest.length > 0) waiting.push(rest);
    length += rest.length;
  }
  const [only] = waiting;
  if (only !== undefined) yield waiting.length === 1 ? only : Buffer.concat(waiting);
  return undefined;
}
