/** What some pages are made from, taken once from the demonstration, so that rendering is measured without a database. */
import { readFile, writeFile } from 'node:fs/promises';
import { routeCalls } from '../../../client/routing/page.ts';
import { type ContentBackend, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createEmbeddedBackend } from '../../../server/backend/embedded/backend.ts';
import { sanitizeHtml } from '../../../server/backend/sanitize/sanitize-html.ts';
import { sanitizedBackend } from '../../../server/backend/sanitize/sanitized-backend.ts';
import { createSiteStateHolder } from '../../../server/backend/site-state.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import type { OperationCall } from '../../../shared/routes/types.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

export interface MissData {
  readonly estado: SiteState;
  /** JSON text of each operation's result. */
  readonly results: Readonly<Record<string, string>>;
}

/** Opens the demonstration in `directory`, or on a server, as the site does. The caller closes it. */
export async function openDemonstration(directory: string, databaseUrl?: string): Promise<ContentBackend> {
  const options = { dataDirectory: directory, databaseUrl, demonstration: true, log: SILENT_LOG };
  return sanitizedBackend(await createEmbeddedBackend(options), sanitizeHtml);
}

/**
 * Reads all that the pages at `addresses` need and writes it to `file`. Pages that share an operation must share its variables. A first start
 * takes some 20 s.
 */
export async function saveMissData(directory: string, addresses: readonly string[], file: string): Promise<void> {
  const backend = await openDemonstration(directory);
  const siteState = await createSiteStateHolder({ backend, log: SILENT_LOG });
  const results: Record<string, string> = {};
  for (const { operation, variables } of addresses.flatMap(callsOf)) {
    const request = { query: QUERY_TEXTS[operation], operationName: operation, variables };
    const answer = await backend.execute(request, { caller: PUBLIC_CALLER });
    if (answer.kind === 'errors') throw new Error(`${operation}: ${answer.errors[0]?.message}`);
    results[operation] = answer.json;
  }
  await writeFile(file, JSON.stringify({ estado: siteState.current(), results } satisfies MissData));
  siteState.close();
  await backend.close();
}

function callsOf(address: string): readonly OperationCall[] {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const match = matchRoute(ROUTES, pathname, searchParams);
  if (match.kind !== 'route') throw new Error(`no route answers ${address}`);
  return routeCalls(match.route, match.input);
}

/** Reads what `saveMissData` wrote. */
export async function readMissData(file: string): Promise<MissData> {
  return JSON.parse(await readFile(file, 'utf8')) as MissData;
}
