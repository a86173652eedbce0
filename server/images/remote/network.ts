/** Access to remote hosts. Only tests replace it. */
import { lookup } from 'node:dns/promises';
import { refusalOfAddress } from './public-addresses.ts';

export interface RemoteNetwork {
  readonly scheme: 'https:' | 'http:';
  /** Port of every host; null for the default port of the scheme. */
  readonly port: number | null;
  /** Returns all addresses of a name from the system's resolver. Rejects when there is none. */
  resolve(host: string): Promise<readonly string[]>;
  /** Returns why an address is refused; null when it is allowed. */
  refusalOf(address: string, options: { readonly nat64: boolean }): string | null;
  /** Starts the time limit of one fetch: name resolution, connections, redirects and body together. */
  deadline(): AbortSignal;
}

const DEADLINE_MS = 10_000;

/** The internet. */
export const REMOTE_NETWORK: RemoteNetwork = {
  scheme: 'https:',
  port: null,
  resolve: async (host) => (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address),
  refusalOf: refusalOfAddress,
  deadline: () => AbortSignal.timeout(DEADLINE_MS),
};
