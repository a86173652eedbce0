/**
 * Takes out of texts what a log must not keep: credentials, and what identifies a person. It is the second defence: callers pass no such text, and
 * this finds what slips into the message of an error or into an address. It knows forms and not meanings, so a name or a search word stays:
 * addresses are logged without their query for that reason.
 */

/**
 * Each form, and what stands in its place. Order matters: the form that holds another one comes first. A stranger writes the address of a request, so
 * none of the forms may begin anew within a long word that it has looked through.
 */
const FORMS: readonly (readonly [form: RegExp, instead: string])[] = [
  // User and password of a connection string.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@]+@/gi, '$1[redacted]@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  // RFC 7519: three parts by points, of which the first begins as {" does in base64.
  [/(?<![\w-])(?=[\w-]+\.[\w-])([\w-]*?\b)eyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?/g, '$1[redacted]'],
  [
    /\b((?:authorization|cookie|set-cookie|password|senha|secret|token|codigo|chave|x-hasura-admin-secret)["']?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
    '$1[redacted]',
  ],
  // What a link of a subscription by e-mail proves itself with: server/email-subscriptions/tokens.ts.
  [/\d{1,15}-[\da-f]{32}/g, '[redacted]'],
  // What a link that sets a password, and one that ends the digest, proves itself with: server/password-links/link-key.ts, server/cases/mail/digest-router.ts.
  [/[\da-f-]{36}(?:\.[\da-z]{1,9})?\.[\da-f]{32}/g, '[redacted]'],
  // A CPF, with or without its points: in a path, and in what a database says of a row.
  [/(?<![\dA-Za-z.-])\d{3}[. +]?\d{3}[. +]?\d{3}[-. +/]?\d{2}(?![\dA-Za-z-])/g, '[redacted]'],
];

/** Returns the text without what has one of the forms. */
export function redacted(text: string): string {
  return FORMS.reduce((left, [form, instead]) => left.replace(form, instead), text);
}

/** Names of fields whose values are never written, wherever a caller puts them by mistake. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['authorization', 'cookie', 'password', 'senha', 'token', 'codigo', 'secret']);

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a line without values of secret names, at the top and one below; the same object where there is none, as nearly always. */
export function withoutSecretFields(fields: Fields, isTop = true): Record<string, unknown> {
  let left: Record<string, unknown> = fields;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const isObject = isTop && typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error);
    const safe = SECRET_FIELDS.has(name) ? '[redacted]' : isObject ? withoutSecretFields(value as Fields, false) : value;
    if (safe !== value) left = { ...left, [name]: safe };
  }
  return left;
}

/** Longest path that is logged; a stranger writes it. */
const LONGEST_PATH = 200;

/** Returns the path of a request target as it may be logged: without the query, in which people search, and cut. */
export function loggedPath(target: string): string {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  return redacted(unescaped(path)).slice(0, LONGEST_PATH);
}

/** An escape may hide a digit or a point of what is looked for. One that is broken is left. */
function unescaped(path: string): string {
  if (!path.includes('%')) return path;
  try {
    const text = decodeURIComponent(path);
    return redacted(text) === text ? path : text;
  } catch {
    return path;
  }
}

const DEEPEST = 5;

/** Returns a value with every text in it redacted, for the fields of an error, which come from drivers. Deeper than `DEEPEST` nothing is kept. */
export function redactedValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redacted(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[cut]';
  if (Array.isArray(value)) return value.map((each: unknown) => redactedValue(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactedValue(each, depth + 1)]));
}
