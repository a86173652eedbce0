/** Event triggers of a hosted Hasura: what its database records as changed is told to a site, once each, in the order of the record. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CHANGE_LOG } from '../../shared/content/content-rules.ts';

export interface HasuraEventsOptions {
  /** The GraphQL service. */
  readonly backendUrl: string;
  readonly adminSecret: string;
  /** The site that is told. */
  readonly siteUrl: string;
  readonly hookSecret: string;
}

export interface HasuraEvents {
  /** Statuses with which the site has answered so far. */
  readonly answers: readonly number[];
  stop(): Promise<void>;
}

/** Hasura reads its log every second; a test waits less, and does not keep two processes busy with reading. */
const INTERVAL_MS = 250;

interface Recorded {
  readonly id: number;
  readonly aviso: { readonly table?: string; readonly op?: string };
}

/** Tells every change from now on. */
export async function deliverHasuraEvents(options: HasuraEventsOptions): Promise<HasuraEvents> {
  const answers: number[] = [];
  const ending = new AbortController();
  let last = (await recordedAfter(options, 0)).at(-1)?.id ?? 0;
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      for (const recorded of await recordedAfter(options, last)) {
        answers.push(await deliver(options, recorded));
        last = recorded.id;
      }
      await pause(INTERVAL_MS);
    }
  };
  const running = run();
  return {
    answers,
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

async function recordedAfter({ backendUrl, adminSecret }: HasuraEventsOptions, after: number): Promise<readonly Recorded[]> {
  const { table, key, notice } = CHANGE_LOG;
  const query = `query Eventos($depois: bigint!) { ${table}(where: { ${key}: { _gt: $depois } }, order_by: { ${key}: asc }) { ${key} ${notice} } }`;
  const answer = await fetch(`${backendUrl}/v1/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-hasura-admin-secret': adminSecret },
    body: JSON.stringify({ query, variables: { depois: after } }),
  });
  const { data } = (await answer.json()) as { readonly data: Readonly<Record<string, readonly Recorded[]>> };
  return data[table] ?? [];
}

async function deliver({ siteUrl, hookSecret }: HasuraEventsOptions, { aviso }: Recorded): Promise<number> {
  const body = {
    id: randomUUID(),
    created_at: new Date().toISOString(),
    table: { schema: 'public', name: aviso.table ?? 'desconhecida' },
    trigger: { name: 'invalida_cache' },
    event: { op: aviso.op ?? 'UPDATE', data: { old: null, new: null }, session_variables: null },
    delivery_info: { current_retry: 0, max_retries: 3 },
  };
  const headers = { 'Content-Type': 'application/json', 'x-webhook-secret': hookSecret };
  return (await fetch(`${siteUrl}/_hooks/hasura`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}
