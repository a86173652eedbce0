/** Requests to every public door of the site whose paths, queries, fields and bodies are not those of a page of ours. */
import fc, { type Arbitrary } from 'fast-check';
import { MENSAGEM } from '../../../shared/cases/mensagem.ts';
import { PEDIDO } from '../../../shared/cases/pedido.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { oddValue, target } from './targets.ts';

/** Doors that read a body. */
const BODY_PATHS = [
  '/_casos/mensagem',
  '/_casos/manifestacao',
  '/_casos/pedido',
  '/_casos/acompanhar',
  '/_casos/encerrar',
  '/_casos/complementar',
  '/_casos/recorrer',
  '/_casos/reclamar',
  '/_casos/avaliar',
  '/_casos/arquivo',
  '/_casos/equipe/caso',
  '/_casos/equipe/passo',
  '/_session',
  '/_session/end',
  '/_session/refresh',
  '/_session/token',
  '/_session/password',
  '/_session/totp',
  '/v1/auth/signin/email-password',
  '/v1/auth/signin/mfa/totp',
  '/v1/auth/token',
  '/v1/auth/signout',
  '/v1/auth/user/password',
  '/v1/auth/user/mfa',
  '/v1/auth/pat',
  '/v1/auth/signup/email-password',
  '/v1/files',
  '/v1/graphql',
  '/_edge/purge',
  '/_reports/csp',
  '/_hooks/hasura',
  '/admin/app/previa',
];

const fields: Arbitrary<readonly string[]> = fc.subarray(
  [
    'Accept: text/html',
    'Accept: application/json',
    'Accept: image/avif,*/*;q=0',
    'Accept: ;;;,,q=',
    'Accept-Encoding: br',
    'Accept-Encoding: zstd;q=2, gzip;q=-1, *',
    'Accept-Language: xx-\xff',
    'Range: bytes=0-0',
    'Range: bytes=99999999999999999999-, -1',
    'If-None-Match: "a", W/"b", *',
    'If-Modified-Since: Thu, 31 Feb 2026 99:00:00 GMT',
    'Authorization: Bearer a.b.c',
    'Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    'Authorization: \x80',
    'Cookie: sessao=%zz; recibo=a.b; ="; ;;',
    'X-Hasura-Role: admin',
    'X-Hasura-Admin-Secret: x',
    'X-Forwarded-For: 203.0.113.7, x, ::g',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-Host: a b',
    'Referer: \xe9',
    'Traceparent: 00-zz-zz-zz',
    'X-Debug-Token: x',
  ],
  { maxLength: 5 },
);

const FIELD_NAMES = [
  ...Object.keys({ ...MENSAGEM.shape, ...PEDIDO.shape }),
  ...'identificacao tipo data_fato arquivos protocolo codigo nota pendente chave id'.split(' '),
  ...'email password ticket otp refreshToken newPassword code token url mode all table row'.split(' '),
];

interface Body {
  readonly type: string;
  readonly text: string;
}

const pairs: Arbitrary<readonly (readonly [string, string])[]> = fc.array(fc.tuple(fc.constantFrom(...FIELD_NAMES), oddValue), {
  maxLength: 10,
});

const operation: Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom(...Object.entries(QUERY_TEXTS)),
    fc.array(fc.oneof({ weight: 3, arbitrary: oddValue }, { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) }), {
      minLength: 8,
      maxLength: 8,
    }),
    fc.boolean(),
  )
  .map(([[operationName, text], values, isWhole]) => {
    const names = [...text.matchAll(/\$([a-z]+):/gi)].map(([, name = '']) => name);
    const variables = Object.fromEntries(names.map((name, index) => [name, values[index % values.length]]));
    const written = isWhole ? text : text.slice(0, Math.floor(text.length / 2));
    return { type: 'application/json', text: JSON.stringify({ operationName, query: written, variables }) };
  });

const body: Arbitrary<Body> = fc.oneof(
  pairs.map((given) => ({
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(given.map(([name, value]) => [name, value])).toString(),
  })),
  pairs.map((given) => ({ type: 'application/json', text: JSON.stringify(Object.fromEntries(given)) })),
  pairs.map((given) => ({ type: 'multipart/form-data; boundary=x', text: `${given.map(part).join('')}--x--\r\n` })),
  fc.jsonValue({ maxDepth: 4 }).map((value) => ({ type: 'application/json', text: JSON.stringify(value) })),
  fc
    .tuple(
      fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded; charset=utf-16',
        'application/reports+json',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'text/plain',
        '\xff',
      ),
      fc.constantFrom('', '{', '[', '"', '--x', '--x\r\n', 'a=%zz&%=&&', '\x00\xff', `{"a":${'['.repeat(3_000)}`),
    )
    .map(([type, text]) => ({ type, text })),
);

function part([name, value]: readonly [string, string], index: number): string {
  const file = index % 3 === 2 ? `; filename="${encodeURIComponent(value)}"\r\nContent-Type: application/pdf` : '';
  return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
}

const READING_METHODS = [...Array<string>(15).fill('GET'), 'HEAD', 'HEAD', 'OPTIONS', 'DELETE', 'PUT', 'PATCH'];

const reading: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...READING_METHODS), target, fields)
  .map(([method, to, given]) => head(method, to, given, ''));

const writing: Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...BODY_PATHS), body) },
      { weight: 2, arbitrary: operation.map((given) => ['/v1/graphql', given] as const) },
      { weight: 1, arbitrary: fc.tuple(target, body) },
    ),
    fields,
  )
  .map(([[to, { type, text }], given]) => head('POST', to, [...given, `Content-Type: ${type}`], Buffer.from(text).toString('latin1')));

/** A whole request, of which each character is a byte. The connection ends behind its answer. */
export const fuzzedRequest: Arbitrary<string> = fc.oneof({ weight: 3, arbitrary: reading }, { weight: 2, arbitrary: writing });

function head(method: string, to: string, given: readonly string[], content: string): string {
  const length = content === '' ? [] : [`Content-Length: ${content.length}`];
  // A space or a line break would make another request of it, which is what the garbled bytes are for.
  const line = `${method} ${to.replaceAll(/[\s\u0080-\uffff]/g, '+')} HTTP/1.1`;
  return `${[line, 'Host: localhost', ...given, ...length, 'Connection: close'].join('\r\n')}\r\n\r\n${content}`;
}
