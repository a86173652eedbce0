/**
 * The Hasura-dialect engine over one database and one project's metadata. It owns the schemas of the roles and the compiled plans; it
 * holds no connection and starts no timer.
 */
import type { BatchUse, Caller, ExecuteOptions, GraphqlAnswer, GraphqlRequest } from '../../backend.ts';
import type { Database, Queryable } from '../database.ts';
import { loadCatalog } from './catalog/catalog.ts';
import type { Reads } from './compiler/statement.ts';
import { faultAnswer, GraphqlFault, validationFault } from './errors.ts';
import { bindPlan, type Execution, runMutation, runPlan } from './execution.ts';
import { type Metadata, PLAIN_NAMES } from './metadata/metadata.ts';
import { loadEnumValues } from './model/enum-values.ts';
import { buildModel } from './model/model.ts';
import { createNaming } from './model/naming.ts';
import { ADMIN_ROLE, hasBackendPermissions, permissionConflicts } from './model/permissions.ts';
import { buildRoleModel, type RoleModel, rolesOf } from './model/role-model.ts';
import { type CompiledRequest, QueryCompiler } from './query-compiler.ts';
import { REQUEST_LIMITS } from './request/limits.ts';
import { memoize } from './schema/leaf-types.ts';
import { buildRoleSchema, type RoleSchema } from './schema/role-schema.ts';
import { StatementBatcher } from './statement-batcher.ts';
import { RepeatedStatements, statementName } from './statement-names.ts';

export interface GraphqlEngineOptions {
  /** Its sessions must run in UTC: time stamps carry the offset of the session. */
  readonly database: Queryable & Pick<Database, 'transaction'>;
  readonly metadata: Metadata;
  /** Answers bigint, numeric and double precision as texts. */
  readonly stringifiesNumerics?: boolean;
  /** Called with errors of which the caller gets a generic message: a broken connection, a timeout, a refused statement of the engine. */
  readonly onFault?: (error: unknown) => void;
  /** Called for each permission of the metadata that a role does not get because the roles that it inherits from differ. */
  readonly onConflict?: (message: string) => void;
}

/** A subscription that is ready to run, and to run again whenever what it reads has changed. */
export interface PreparedSubscription {
  readonly kind: 'prepared';
  /** Equal for subscriptions that always have equal answers: the same statement with the same values. */
  readonly key: string;
  readonly reads: Reads;
  /** Answers with what it shows now. Rejects only when the signal is aborted. */
  run(signal: AbortSignal): Promise<GraphqlAnswer>;
  /** Present for a stream: the same subscription behind the rows of an answer of `run`; undefined for an answer without rows. */
  readonly after?: (answer: GraphqlAnswer) => PreparedSubscription | undefined;
}

/** Returns the schema of a role, undefined for one that is not known. */
type SchemaOf = (role: string) => RoleSchema | undefined;

interface Schemas {
  readonly roles: SchemaOf;
  /** Those of roles that have permissions for callers with the admin secret alone. */
  readonly backends: SchemaOf;
}

/** Each schema is built when the first request needs it: a process asks for few of them, and each is work at the start. */
function schemasOf(models: readonly RoleModel[]): SchemaOf {
  const byRole = new Map(models.map((model) => [model.role, model]));
  const built = memoize(buildRoleSchema);
  return (role) => {
    const model = byRole.get(role);
    return model === undefined ? undefined : built(model);
  };
}

/** The header field by which a caller with the admin secret asks for these permissions. */
const USE_BACKEND_PERMISSIONS = 'x-hasura-use-backend-only-permissions';

async function requireUtc(database: Queryable): Promise<void> {
  const { rows } = await database.query("select current_setting('TimeZone') as zone");
  const zone = String(rows[0]?.['zone']);
  if (!/^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu)$/i.test(zone))
    throw new Error(`the database's sessions run in the time zone ${zone}; the engine needs UTC`);
}

async function loadSchemas({ database, metadata, stringifiesNumerics = false, onConflict }: GraphqlEngineOptions): Promise<Schemas> {
  const catalog = await loadCatalog(database);
  const model = buildModel({ catalog, metadata, enums: await loadEnumValues(database, catalog, metadata), stringifiesNumerics });
  for (const conflict of permissionConflicts(model)) onConflict?.(conflict);
  const roles = rolesOf(model);
  const backends = roles.filter((role) => hasBackendPermissions(model, role));
  const schemas = {
    roles: schemasOf(roles.map((role) => buildRoleModel(model, role))),
    backends: schemasOf(backends.map((role) => buildRoleModel(model, role, true))),
  };
  // It sees every table, so that names which two types would share are refused here. All types of it are megabytes, which nothing keeps.
  buildRoleSchema(buildRoleModel(model, ADMIN_ROLE)).whole();
  return schemas;
}

/** The time that a request has: a batch has that of one request. @throws GraphqlFault when it is used up */
function remainingMs({ caller, batch }: ExecuteOptions, isMutation: boolean): number {
  const { timeoutMs, mutationTimeoutMs } = REQUEST_LIMITS[caller.trust];
  const remaining = (isMutation ? mutationTimeoutMs : timeoutMs) - Math.floor(batch?.milliseconds ?? 0);
  if (remaining > 0) return remaining;
  throw new GraphqlFault('unexpected', 'timed out', '$');
}

async function timed<T>(batch: BatchUse | undefined, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    if (batch !== undefined) batch.milliseconds += performance.now() - startedAt;
  }
}

const YES = ['true', 't', 'yes', 'y'];
const NO = ['false', 'f', 'no', 'n'];

/** Reads a header field that is on or off, off where it is absent. @throws GraphqlFault in the words of Hasura */
function readSwitch(name: string, text = 'false'): boolean {
  const given = text.toLowerCase();
  if (YES.includes(given) || NO.includes(given)) return YES.includes(given);
  const [yes, no] = [YES, NO].map((words) => JSON.stringify(words));
  const message = `${name}:  Not a valid boolean text. True values are ${yes} and  False values are ${no}. All values are case insensitive`;
  throw new GraphqlFault('bad-request', message, '$');
}

/** What a role sees that the metadata does not name. */
function nobody(): RoleModel {
  return {
    role: '',
    naming: createNaming(PLAIN_NAMES, new Set()),
    isBackend: false,
    tables: [],
    functions: [],
    table: () => undefined,
    writables: [],
    writable: () => undefined,
    introspects: true,
  };
}

/** Made by `createGraphqlEngine`. */
export class GraphqlEngine {
  readonly #options: GraphqlEngineOptions;
  readonly #compiler = new QueryCompiler();
  /** The schema of every role that the metadata does not name: it sees nothing. */
  readonly #empty: RoleSchema = buildRoleSchema(nobody());
  /** Where the streams continue behind the rows of an answer; it is shared by all who follow the same stream. */
  readonly #cursors = new WeakMap<GraphqlAnswer, string>();
  readonly #batcher: StatementBatcher;
  readonly #repeated = new RepeatedStatements();
  readonly #schemas: Schemas;

  constructor(options: GraphqlEngineOptions, schemas: Schemas) {
    this.#options = options;
    this.#batcher = new StatementBatcher(options.database);
    this.#schemas = schemas;
  }

  /** Answers one request. Faults of the request and of the database are answers; only an aborted signal makes it reject. */
  execute(request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer> {
    return this.#answerOn(this.#options.database, request, options);
  }

  /** The same inside a transaction that the caller has begun. After an answer with errors the caller must roll back. */
  executeWithin(tx: Queryable, request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer> {
    const database = { query: tx.query.bind(tx), transaction: <T>(work: (tx: Queryable) => Promise<T>): Promise<T> => work(tx) };
    return this.#answerOn(database, request, options);
  }

  async #answerOn(database: Execution['database'], request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer> {
    options.signal?.throwIfAborted();
    return this.#guarded(options.signal, () => timed(options.batch, () => this.#answer(database, request, options)));
  }

  /** Compiles a subscription and reads its values. A fault of the request is an answer; undefined for any other operation. */
  prepare(request: GraphqlRequest, caller: Caller): PreparedSubscription | GraphqlAnswer | undefined {
    try {
      return this.#prepare(request, caller);
    } catch (error) {
      return faultAnswer(this.#faultOf(error));
    }
  }

  schemaFor(role: string): RoleSchema {
    return this.#schemas.roles(role) ?? this.#empty;
  }

  #schemaOf({ role, trust, session }: Caller): RoleSchema {
    const asBackend = trust === 'service' && readSwitch(USE_BACKEND_PERMISSIONS, session[USE_BACKEND_PERMISSIONS]);
    return (asBackend ? this.#schemas.backends(role) : undefined) ?? this.schemaFor(role);
  }

  async #answer(database: Execution['database'], request: GraphqlRequest, options: ExecuteOptions): Promise<GraphqlAnswer> {
    const { caller } = options;
    const compileFor = { schema: this.#schemaOf(caller), trust: caller.trust, use: options.batch ?? { fields: 0, inputs: 0 } };
    const operation = this.#compiler.operation(request);
    const isMutation = operation.node.operation === 'mutation';
    const execution = this.#execution(database, options, isMutation);
    if (isMutation) {
      return { kind: 'data', json: await runMutation(this.#compiler.mutation(operation, request, compileFor), execution) };
    }
    const compiled = this.#compiler.compile(operation, request, compileFor);
    if (operation.node.operation === 'subscription') {
      throw new GraphqlFault('unexpected-payload', 'subscriptions are not supported over HTTP, use websockets instead', '$');
    }
    const batcher = database === this.#options.database ? this.#batcher : undefined;
    return { kind: 'data', json: (await runPlan(bindPlan(compiled, execution), { ...execution, batcher })).json };
  }

  #prepare(request: GraphqlRequest, caller: Caller): PreparedSubscription | undefined {
    const { role, trust } = caller;
    const operation = this.#compiler.operation(request);
    if (operation.node.operation !== 'subscription') return undefined;
    const compiled = this.#compiler.compile(operation, request, { schema: this.schemaFor(role), trust, use: { fields: 0, inputs: 0 } });
    const { text } = compiled.plan;
    // It will run again, so it is prepared at once.
    const name = text === undefined ? undefined : statementName(text);
    return this.#prepared({ ...compiled, statementName: name }, caller);
  }

  #prepared(compiled: CompiledRequest, caller: Caller, from?: string): PreparedSubscription {
    const { reads, isStream } = compiled.plan;
    const bound = bindPlan(compiled, { options: { caller } }, from);
    const after = (answer: GraphqlAnswer): PreparedSubscription | undefined => {
      const cursor = this.#cursors.get(answer);
      return cursor === undefined ? undefined : this.#prepared(compiled, caller, cursor);
    };
    return {
      kind: 'prepared',
      key: JSON.stringify([caller.trust, bound]),
      reads,
      run: (signal) =>
        this.#guarded(signal, async () => {
          const execution = { ...this.#execution(this.#options.database, { caller, signal }, false), yields: true };
          const { json, cursor } = await runPlan(bound, execution);
          const answer = { kind: 'data', json } as const;
          if (cursor !== undefined) this.#cursors.set(answer, cursor);
          return answer;
        }),
      ...(isStream ? { after } : {}),
    };
  }

  #execution(database: Execution['database'], options: ExecuteOptions, isMutation: boolean): Execution {
    const { onFault } = this.#options;
    return { database, options, timeoutMs: remainingMs(options, isMutation), onFault, nameOf: (text) => this.#repeated.nameOf(text) };
  }

  /** @throws the signal's reason when it was aborted; every other fault is an answer */
  async #guarded(signal: AbortSignal | undefined, work: () => Promise<GraphqlAnswer>): Promise<GraphqlAnswer> {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      return faultAnswer(this.#faultOf(error));
    }
  }

  #faultOf(error: unknown): GraphqlFault {
    if (error instanceof GraphqlFault) return error;
    // Nesting that exhausts the stack, in a place that no limit guards.
    if (error instanceof RangeError) return validationFault('the request is nested too deeply', '$');
    this.#options.onFault?.(error);
    return new GraphqlFault('unexpected', 'internal error', '$');
  }
}

/**
 * Builds the engine: reads the catalog and makes the model of every role of the metadata.
 * @throws MetadataError when the metadata names what the database does not have; DatabaseError
 */
export async function createGraphqlEngine(options: GraphqlEngineOptions): Promise<GraphqlEngine> {
  await requireUtc(options.database);
  return new GraphqlEngine(options, await loadSchemas(options));
}
