import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../server/observability/log.ts';
import { loggedPath, redacted } from '../../../server/observability/redaction.ts';

describe('redacted', () => {
  it.each([
    ['connect to postgres://portal:s3nha@db:5432/portal failed', 'connect to postgres://[redacted]@db:5432/portal failed'],
    ['Authorization: Bearer abcdef123456', 'Authorization: [redacted] [redacted]'],
    ['the token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln was refused', 'the token [redacted] was refused'],
    ['{"password":"cavalo correto"}', '{"password":"[redacted] correto"}'],
    ['Key (cpf)=(123.456.789-09) already exists.', 'Key (cpf)=([redacted]) already exists.'],
    ['12345678909 não é aceito', '[redacted] não é aceito'],
    ['codigo=ABCD1234&protocolo=2026.000123', 'codigo=[redacted]&protocolo=2026.000123'],
    ['no answer to /_novidades/sair/12-00112233445566778899aabbccddeeff', 'no answer to /_novidades/sair/[redacted]'],
  ])('takes credentials and persons out of %j', (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each(['2026-11-23T08:12:31.000Z', 'row 1234567890 of lei', '0b54a2f0-1f2e-4c3d-9a8b-123456789012', 'Lei nº 8.112/1990, art. 5'])(
    'leaves %j as it is',
    (text) => {
      expect(redacted(text)).toBe(text);
    },
  );
});

describe('loggedPath', () => {
  it.each([
    ['/noticias?q=maria+da+silva', '/noticias'],
    ['/_casos/acompanhar?protocolo=2026.000123&codigo=ABCD1234', '/_casos/acompanhar'],
    ['/beneficios/123.456.789-09', '/beneficios/[redacted]'],
    ['/beneficios/123%2E456%2E789%2D09', '/beneficios/[redacted]'],
    ['/beneficios/123+456+789+09', '/beneficios/[redacted]'],
    ['/_novidades/confirmar/12-00112233445566778899aabbccddeeff', '/_novidades/confirmar/[redacted]'],
    ['/_novidades/sair/12%2D00112233445566778899aabbccddeeff', '/_novidades/sair/[redacted]'],
    [
      '/_session/password-link/e1231aac-dec4-448d-8e7d-6a1f58465c9c.tpc0eb.31e5e308b5915d195ad59f6b3cccecc4',
      '/_session/password-link/[redacted]',
    ],
    ['/b%C3%AAneficios', '/b%C3%AAneficios'],
    [`/${'a'.repeat(190)}/123.456.789-09`, `/${'a'.repeat(190)}/[redacte`],
    [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
  ])('keeps of %s no query, no CPF and no more than 200 characters', (target, expected) => {
    expect(loggedPath(target)).toBe(expected);
  });
});

describe('the log', () => {
  const linesOf = (write: (log: ReturnType<typeof createLogger>) => void): string => {
    let text = '';
    const log = createLogger('debug', new Writable({ write: (chunk: Buffer, _encoding, done) => ((text += chunk.toString()), done()) }));
    write(log);
    return text;
  };

  it('writes an error, its cause and its fields without credentials', () => {
    const cause = Object.assign(new Error('password=cavalo'), { detail: 'Key (cpf)=(123.456.789-09)' });
    const text = linesOf((log) => log.error({ err: new Error('no connection to postgres://a:b@db/x', { cause }) }, 'failed'));
    expect(text).toContain('no connection to postgres://[redacted]@db/x');
    expect(text).not.toMatch(/cavalo|123\.456|a:b@/);
  });

  it.each(['authorization', 'cookie', 'password', 'senha', 'token', 'codigo'])('never writes the field %s', (name) => {
    expect(linesOf((log) => log.info({ [name]: 'segredo', headers: { [name]: 'segredo' } }, 'a request'))).not.toContain('segredo');
  });
});

// Forms that begin anew at each piece take minutes for these, past the limit of a test.
it.each(['eyJ-', 'eyJaaaaaa-', 'a.', 'token=', '1.', '1-'])('a long text of %j is looked through once', (piece) => {
  expect(redacted(piece.repeat(400_000 / piece.length))).toMatch(/^(?:eyJ|a\.|token=|1[.-])/);
});
