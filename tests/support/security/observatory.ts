/**
 * Scores a response as Mozilla's HTTP Observatory does (its table of modifiers, November 2026): it starts at 100, faults take points away, and what exceeds the
 * usual adds some where the faults have left 90. Preloaded HSTS and the redirection from http are the domain's and the balancer's, so they are not scored.
 */
export interface ScoredResponse {
  readonly fields: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Empty unless it is a document. */
  readonly html: string;
}

type Rule = (response: ScoredResponse) => number;

const RULES: Readonly<Record<string, Rule>> = {
  'content-security-policy': scoreOfPolicy,
  cookies: scoreOfCookies,
  'cross-origin-resource-sharing': ({ fields }) => (fields['access-control-allow-credentials'] === 'true' ? -50 : 0),
  'referrer-policy': ({ fields }) => {
    const policy = fields['referrer-policy'];
    if (policy === undefined) return 0;
    return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(policy) ? 5 : -5;
  },
  'strict-transport-security': ({ fields }) => {
    const maxAge = /^max-age=(\d+)/.exec(fields['strict-transport-security'] ?? '')?.[1];
    if (maxAge === undefined) return -20;
    return Number(maxAge) >= 15_768_000 ? 0 : -10;
  },
  'subresource-integrity': scoreOfScripts,
  'x-content-type-options': ({ fields }) => (fields['x-content-type-options'] === 'nosniff' ? 0 : -5),
  'x-frame-options': ({ fields }) => {
    if (directivesOf(fields).has('frame-ancestors')) return 5;
    return /^(?:deny|sameorigin)$/i.test(fields['x-frame-options'] ?? '') ? 5 : -20;
  },
  'cross-origin-resource-policy': ({ fields }) => {
    const policy = fields['cross-origin-resource-policy'];
    return policy === 'same-origin' || policy === 'same-site' ? 10 : 0;
  },
};

/** Returns the score, and what each rule took away. */
export function observatoryScore(response: ScoredResponse): { readonly score: number; readonly faults: readonly string[] } {
  const results = Object.entries(RULES).map(([name, rule]) => [name, rule(response)] as const);
  const sum = (points: readonly number[]): number => points.reduce((all, one) => all + one, 0);
  const base = 100 + sum(results.map(([, points]) => Math.min(0, points)));
  const bonus = base >= 90 ? sum(results.map(([, points]) => Math.max(0, points))) : 0;
  return { score: base + bonus, faults: results.filter(([, points]) => points < 0).map(([name, points]) => `${name} ${points}`) };
}

function directivesOf(fields: ScoredResponse['fields']): ReadonlyMap<string, readonly string[]> {
  const parts = (fields['content-security-policy'] ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.filter(([name]) => name !== '').map(([name = '', ...values]) => [name, values]));
}

function scoreOfPolicy({ fields, html }: ScoredResponse): number {
  const directives = directivesOf(fields);
  if (directives.size === 0) return -25;
  const sourcesOf = (name: string): readonly string[] => directives.get(name) ?? directives.get('default-src') ?? ['*'];
  const isBroad = (source: string): boolean => ['*', 'http:', 'https:', 'data:', "'unsafe-inline'"].includes(source);
  // A nonce or a hash makes browsers ignore 'unsafe-inline' beside it.
  const isStrict = (sources: readonly string[]): boolean => sources.some((source) => /^'(?:nonce|sha\d+)-/.test(source));
  const scripts = sourcesOf('script-src');
  if ([...scripts, ...sourcesOf('object-src')].some((source) => isBroad(source) && !(source === "'unsafe-inline'" && isStrict(scripts))))
    return -20;
  if ([...directives].some(([, values]) => values.some((value) => value.startsWith('http://')))) return -20;
  if (scripts.includes("'unsafe-eval'")) return -10;
  const styles = sourcesOf('style-src');
  if (styles.some(isBroad) && !isStrict(styles)) return 0;
  // A response that is no document has no forms.
  const forms = directives.get('form-action') ?? (html === '' ? ["'none'"] : ['*']);
  return directives.get('default-src')?.join() === "'none'" && /^'(?:none|self)'$/.test(forms.join()) ? 10 : 5;
}

function scoreOfCookies({ fields, cookies }: ScoredResponse): number {
  const hasHsts = fields['strict-transport-security'] !== undefined;
  let score = cookies.length === 0 ? 0 : 5;
  for (const cookie of cookies) {
    const has = (attribute: RegExp): boolean =>
      cookie
        .split(';')
        .slice(1)
        .some((part) => attribute.test(part.trim()));
    if (!has(/^secure$/i)) score = Math.min(score, hasHsts ? -10 : -40);
    if (!has(/^httponly$/i)) score = Math.min(score, -30);
    if (!has(/^samesite=(?:lax|strict)$/i)) score = Math.min(score, has(/^samesite/i) ? -20 : 0);
  }
  return score;
}

/** Scripts of other origins need integrity; those of the own origin do not. */
function scoreOfScripts({ html }: ScoredResponse): number {
  const foreign = [...html.matchAll(/<script\b[^>]*\bsrc="((?:https?:)?\/\/[^"]+)"[^>]*>/g)].filter(
    ([tag]) => !tag.includes(' integrity='),
  );
  if (foreign.length === 0) return 0;
  return foreign.some(([, src = '']) => !src.startsWith('https:')) ? -50 : -5;
}
