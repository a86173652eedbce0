/** How remote hosts are reached. Tests put another network in its place; nothing else may. */
import { lookup } from 'node:dns/promises';
import { refusalOfAddress } from './public-addresses.ts';

export interface RemoteNetwork {
  readonly scheme: 'https:' | 'http:';
  /** Port of every host; the scheme's own when null. */
  readonly port: number | null;
  /** All addresses of a name, as the machine's own resolver gives them. Rejects when there is none. */
  resolve(host: string): Promise<readonly string[]>;
  /** Why nothing may be fetched from an address; null where it may. */
  refusalOf(address: string, options: { readonly nat64: boolean }): string | null;
  /** Starts the time in which a whole fetch must end: name, connections, redirects and body together. */
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
