/** The hosted backend: what several variables say together. */

export interface HostedConfig {
  readonly graphqlUrl: string;
  readonly storageUrl: string;
  readonly authUrl: string;
  /** What requests to it carry: the first of GRAPHQL_ADMIN_SECRET. */
  readonly adminSecret: string;
}

interface HostedValues {
  readonly GRAPHQL_URL: string | null;
  readonly STORAGE_URL: string | null;
  readonly AUTH_URL: string | null;
  readonly GRAPHQL_ADMIN_SECRET: readonly string[];
}

/** What a hosted backend needs beside `GRAPHQL_URL`. */
const NEEDED = ['STORAGE_URL', 'AUTH_URL', 'GRAPHQL_ADMIN_SECRET'] as const;

/** What only the embedded backend reads. */
const EMBEDDED = ['DATABASE_URL', 'PROJECT_DIR'] as const;

/** The faults of the variables that are set, one line each; no value of theirs is in it. */
export function hostedFaults(given: Readonly<Record<string, string>>): readonly string[] {
  if (given['GRAPHQL_URL'] === undefined) {
    return given['AUTH_URL'] === undefined ? [] : ['AUTH_URL names the sign-in of a hosted backend; set GRAPHQL_URL too'];
  }
  const faults: string[] = [];
  const missing = NEEDED.filter((name) => given[name] === undefined);
  if (missing.length > 0) {
    faults.push(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing; a hosted backend (GRAPHQL_URL) cannot work without`,
    );
  }
  const idle = EMBEDDED.filter((name) => given[name] !== undefined);
  if (idle.length > 0) faults.push(`GRAPHQL_URL and ${idle.join(' and ')} name two backends; set one of them`);
  return faults;
}

/** The hosted backend; null for the embedded one. To be called where `hostedFaults` has found none. */
export function hostedConfig(values: HostedValues): HostedConfig | null {
  const { GRAPHQL_URL, STORAGE_URL, AUTH_URL } = values;
  const [adminSecret] = values.GRAPHQL_ADMIN_SECRET;
  if (GRAPHQL_URL === null || STORAGE_URL === null || AUTH_URL === null || adminSecret === undefined) return null;
  return { graphqlUrl: GRAPHQL_URL, storageUrl: STORAGE_URL, authUrl: AUTH_URL, adminSecret };
}
