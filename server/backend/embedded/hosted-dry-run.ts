/**
 * Dry runs on a hosted Hasura, whose requests cannot share a transaction. The engine writes the statements here, and the project's function
 * `ensaiar` runs them there and undoes them. Each statement is sent with all that came before it: the database is then as a transaction that
 * stayed open would be, and nothing is held between two requests.
 */

import { z } from 'zod';
import { madeOnce } from '../../../shared/cache/remembering.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ADMIN_CALLER, type ContentBackend } from '../backend.ts';
import { DatabaseError, type Queryable, type QueryOptions, type QueryResult } from './database.ts';
import { dryRun, UNDONE_TRANSACTION } from './dry-run.ts';
import { createGraphqlEngine } from './graphql/engine.ts';
import { readMetadata } from './graphql/metadata/reader.ts';
import { OWN_PROJECT, openProject } from './migrations/project-directory.ts';

export interface HostedDryRunOptions {
  /** The hosted backend. */
  readonly execute: ContentBackend['execute'];
  readonly onFault: (error: unknown) => void;
}

interface Command {
  readonly texto: string;
  readonly valores: readonly unknown[];
}

const REQUEST = 'mutation Ensaiar($comandos: jsonb!) { ensaiar(args: { comandos: $comandos }) { resposta } }';

const ANSWER = z.object({ ensaiar: z.tuple([z.object({ resposta: z.string() })]) });

const OUTCOME = z.union([
  z.object({ linhas: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ falha: z.object({ estado: z.string(), restricao: z.string(), frase: z.string(), detalhe: z.string() }) }),
]);

/** Quoted texts and names, where a `$` is no parameter, and parameters. */
const QUOTED_OR_PARAMETER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<number>\d+)/g;

/** `ensaiar` has one parameter, the list of all values. */
function command(text: string, values: readonly unknown[]): Command {
  return {
    texto: text.replaceAll(QUOTED_OR_PARAMETER, (found, number?: string) => (number === undefined ? found : `($1)[${number}]`)),
    valores: values,
  };
}

/** The catalog of the hosted database is read at the first call, and again after a failure to read it. */
export function createHostedDryRun({ execute, onFault }: HostedDryRunOptions): NonNullable<ContentBackend['dryRun']> {
  const run = async (commands: readonly Command[], { signal, timeoutMs }: QueryOptions = {}): Promise<QueryResult> => {
    const answer = await execute({ query: REQUEST, variables: { comandos: commands } }, { caller: ADMIN_CALLER, signal, timeoutMs });
    if (answer.kind === 'errors') throw refusalOf(answer.errors[0]);
    const [{ resposta }] = ANSWER.parse(JSON.parse(answer.json)).ensaiar;
    return rowsOf(OUTCOME.parse(JSON.parse(resposta)));
  };
  /** Statements that see each other's changes; they are always undone, so the caller never commits. */
  const undone = (): Queryable => {
    const sent: Command[] = [];
    return {
      script: noScripts,
      query(text, values = [], options = {}) {
        sent.push(command(text, values));
        // It is sent with the first statement that somebody waits for.
        if (text === UNDONE_TRANSACTION) return Promise.resolve({ rows: [], rowCount: 0 });
        return run([...sent], options);
      },
    };
  };
  const database = {
    script: noScripts,
    query: (text: string, values: readonly unknown[] = [], options: QueryOptions = {}) => run([command(text, values)], options),
    transaction: <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => work(undone()),
  };
  const engine = madeOnce(async () => {
    const { metadata } = await openProject(OWN_PROJECT);
    return createGraphqlEngine({ database, metadata: await readMetadata(metadata), onFault });
  });
  return async (work) => dryRun(database, await engine(), work);
}

function noScripts(): Promise<never> {
  return Promise.reject(new Error('a dry run runs no scripts'));
}

/** A project without the function is not this site's, or an older one. */
function refusalOf(error: { readonly message: string; readonly extensions: { readonly code: string } } | undefined): AppError {
  const detail = `the backend refused a dry run: ${error?.message ?? 'without a reason'}`;
  return new AppError(error?.extensions.code === 'validation-failed' ? 'PREVIEW_UNAVAILABLE' : 'NETWORK', { detail });
}

function rowsOf(outcome: z.infer<typeof OUTCOME>): QueryResult {
  if ('linhas' in outcome) return { rows: outcome.linhas, rowCount: outcome.linhas.length };
  const { estado, restricao, frase, detalhe } = outcome.falha;
  throw new DatabaseError(frase, { code: estado, constraint: restricao === '' ? undefined : restricao, detail: detalhe });
}
