/** Targets of requests at every public door: paths of the route table and of programs, with values and escapes that trip programs up. */
import fc, { type Arbitrary } from 'fast-check';
import { ROUTES } from '../../../shared/routes/table.ts';
import { exportUrl, payloadUrl } from '../../../shared/routes/url.ts';

/** Values of parameters and fields that programs trip over: bounds of numbers and days, other encodings, and characters with a meaning to someone. */
const ODD_VALUES = [
  '',
  '0',
  '-1',
  '1e9',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999',
  '1.5',
  'NaN',
  'null',
  'true',
  '[]',
  '{"a":1}',
  '2026-02-30',
  '0000-00-00',
  '10000-01-01',
  '2026-11-23T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  '..',
  '../../etc/passwd',
  '/nhostprovider/x',
  '//example.test/x',
  'http://127.0.0.1:1/x',
  'javascript:alert(1)',
  "'; select 1 --",
  '" or ""="',
  '%',
  '_',
  '\\',
  '*',
  '(a|b)&!c:*',
  '<script>',
  '\u0000',
  '\u202e',
  '\ud83d\ude00',
  'e\u0301',
  'ı',
  ' ',
  '\r\nX: y',
  'a'.repeat(300),
  'á '.repeat(2_000),
];

/** What stands in a target although no encoder writes it. */
const ODD_ESCAPES = [
  '%',
  '%2',
  '%zz',
  '%00',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%2e%2e',
  '%2F',
  '//',
  '/./',
  '/../',
  ';a=b',
  '\\',
  '+',
  '&',
  '=',
  '?',
  '#',
  '~',
];

export const oddValue: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: -10, max: 3_000 }).map(String) },
);

const escaped: Arbitrary<string> = oddValue.map(encodeURIComponent);

/** Doors that are not in the route table. */
const MACHINE_PATHS = [
  '/dados',
  '/dados.json',
  '/dados/documentos.csv',
  '/dados.sqlite',
  '/_image',
  '/_icon/lucide.json',
  '/_tema/0123456789abcdef.css',
  '/_estado/0123456789abcdef.json',
  '/_session',
  '/_session/users',
  '/_operations',
  '/_edge/stats',
  '/_edge/purge',
  '/_reports/csp',
  '/nhostprovider/00000000-0000-4000-8000-000000000000',
  '/v1/files/00000000-0000-4000-8000-000000000000',
  '/v1/files/00000000-0000-4000-8000-000000000000/presignedurl/contents',
  '/v1/version',
  '/v1/graphql',
  '/v1/auth/healthz',
  '/v1/auth/v1/.well-known/jwks.json',
  '/v1/auth/user',
  '/_hooks/hasura',
  '/healthz',
  '/health/live',
  '/health/ready',
  '/builds/latest.json',
  '/builds/meta/x.json',
  '/assets/x.js',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/paginas.xml',
  '/opensearch.xml',
  '/.well-known/security.txt',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/admin/app',
  '/admin/app/previa',
  '/_casos/recibo',
  '/_casos/recibo.txt',
  '/_casos/recibo.ics',
  '/_casos/acompanhar',
  '/_casos/encerrar',
];

/** The path of a route, its data or one of its files, with values in place of its parameters. */
const pagePath: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...ROUTES), fc.array(fc.oneof(escaped, fc.constantFrom('1', 'leis')), { minLength: 3, maxLength: 3 }))
  .chain(([{ path, formats }, values]) => {
    let at = 0;
    const filled = path.replaceAll(/:[a-z]+/g, () => values[at++ % values.length] ?? '');
    return fc.constantFrom(
      filled,
      filled,
      payloadUrl(filled),
      ...formats.map((format) => exportUrl(filled, format)),
      `${filled}.csv`,
      `${filled}/`,
    );
  });

const PARAMETERS = [
  ...new Set([
    ...ROUTES.flatMap(({ search }) => search.map(({ name }) => name)),
    'url',
    'w',
    'q',
    'icons',
    'token',
    'query',
    'operationName',
    'variables',
  ]),
];

const query: Arbitrary<string> = fc
  .array(fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PARAMETERS) }, { weight: 1, arbitrary: escaped }), escaped), {
    maxLength: 4,
  })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`));

const pictureTarget: Arbitrary<string> = fc
  .tuple(
    fc.oneof(escaped, fc.constantFrom('%2Flogo.svg', '%2Ffavicon.svg', '%2Fnhostprovider%2F1')),
    fc.oneof(escaped, fc.constant('320')),
    query,
  )
  .map(([url, width, more]) => `/_image?url=${url}&w=${width}${more.replace('?', '&')}`);

export const target: Arbitrary<string> = fc
  .oneof(
    { weight: 6, arbitrary: fc.tuple(pagePath, query).map(([path, search]) => path + search) },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...MACHINE_PATHS), query).map(([path, search]) => path + search) },
    { weight: 1, arbitrary: pictureTarget },
  )
  .chain((whole) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(whole) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.integer({ min: 1, max: whole.length }), fc.constantFrom(...ODD_ESCAPES), fc.nat({ max: 3 }))
          .map(([at, added, removed]) => whole.slice(0, at) + added + whole.slice(at + removed)),
      },
    ),
  );

/** Targets of bytes that are no requests. */
export const FUZZED_TARGETS: readonly string[] = [
  '/',
  '/busca?q=lei',
  '/informacoes/noticias',
  '/lai',
  '/favicon.svg',
  '/health/live',
  '/v1/graphql',
];
