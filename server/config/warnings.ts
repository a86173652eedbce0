/** What is odd about the environment without keeping the site from starting. */
import { VARIABLES } from './variables.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns a sentence for each variable that is misspelt, or missing where the site is deployed. Pure. */
export function warningsFor(given: Texts, environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const warnings: string[] = [];
  const known = VARIABLES.map(({ name }) => name);
  for (const name of Object.keys(environment)) {
    if (known.includes(name) || !/^[A-Z][A-Z0-9_]+$/.test(name)) continue;
    const near = known.find((candidate) => isNearName(name, candidate));
    if (near !== undefined) warnings.push(`${name} is not known; did you mean ${near}?`);
  }
  const isProduction = environment['NODE_ENV'] === 'production';
  return [...warnings, ...siteUrlWarnings(given, isProduction), ...proxyWarnings(given, isProduction)];
}

const OWN_MACHINE = /^(?:.+\.)?localhost$|^127\.|^\[::1\]$|^0\.0\.0\.0$/;

/** Addresses in feeds, e-mails and the sitemap come from SITE_URL, and sign-in compares it: left at its default, a deployed site is broken. */
function siteUrlWarnings(given: Texts, isProduction: boolean): string[] {
  const isDeployed = isProduction || (given['TRUST_PROXY'] ?? '0') !== '0' || given['CDN_IN_FRONT'] === 'on';
  const siteUrl = given['SITE_URL'] ?? 'http://localhost';
  if (!URL.canParse(siteUrl)) return [];
  const { origin, hostname, href, protocol } = new URL(siteUrl);
  const warnings: string[] = [];
  if (href !== `${origin}/`) warnings.push(`SITE_URL is taken as ${origin}; the site is at the root of its host, and the rest is left out`);
  if (isDeployed && OWN_MACHINE.test(hostname))
    warnings.push(
      'SITE_URL is the address of this machine; set it to the address that visitors use, or sign-in and all full addresses are wrong',
    );
  if (isProduction && protocol === 'http:' && !OWN_MACHINE.test(hostname))
    warnings.push('SITE_URL is an http:// address; browsers keep no session without https, so nobody can sign in');
  return warnings;
}

/** The server speaks no TLS, so an address of https is that of a proxy. */
function proxyWarnings({ SITE_URL: siteUrl = '', TRUST_PROXY: trusted = '0' }: Texts, isProduction: boolean): string[] {
  if (!isProduction || trusted !== '0' || URL.parse(siteUrl)?.protocol !== 'https:') return [];
  return [
    'TRUST_PROXY is 0 and SITE_URL is https://, which a proxy answers; set it to the number of proxies, or all visitors share one limit',
  ];
}

/** Short names are near to too many others (HOME and HOST), so two letters count only from six letters on. */
function isNearName(name: string, candidate: string): boolean {
  const allowed = candidate.length < 6 ? 1 : 2;
  return editDistance(name, candidate, allowed) <= allowed;
}

/** Levenshtein distance, given up as `limit + 1` once it must be larger. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}
