import { describe, expect, it } from 'vitest';
import { adminCsp, documentCsp } from '../../../server/http/security-headers.ts';

/** The directives of a policy by name; a name that comes twice counts once, by its first (Content Security Policy Level 3, section 2.2.1). */
function directives(policy: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of policy.split('; ')) {
    const [name = '', ...values] = part.split(' ');
    found[name] ??= values.join(' ');
  }
  return found;
}

const SETTLED = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'frame-ancestors': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
};

describe('documentCsp', () => {
  it('allows a settled document only the files of the site', () => {
    expect(directives(documentCsp({ https: false }))).toEqual(SETTLED);
  });

  it('upgrades insecure requests where the site is served by https', () => {
    expect(directives(documentCsp({ https: true }))).toEqual({ ...SETTLED, 'upgrade-insecure-requests': '' });
  });

  it('allows the inline scripts of a streamed document by its nonce alone', () => {
    expect(directives(documentCsp({ https: false, nonce: 'abc' }))).toEqual({ ...SETTLED, 'script-src': "'self' 'nonce-abc'" });
  });

  it('allows the translator into Libras what it needs, from its own origins alone', () => {
    const origin = 'https://vlibras.example';
    expect(directives(documentCsp({ https: false, translatorSources: [origin] }))).toEqual({
      ...SETTLED,
      'script-src': `'self' ${origin} blob: 'unsafe-eval'`,
      'style-src': `'self' ${origin} 'unsafe-inline'`,
      'img-src': `'self' data: ${origin} blob:`,
      'font-src': `'self' ${origin}`,
      'connect-src': `'self' ${origin} blob: data:`,
      'media-src': `'self' ${origin}`,
      'worker-src': "'self' blob:",
    });
  });

  it('allows the pictures of a map and the frames of a framing page', () => {
    const policy = documentCsp({
      https: false,
      imageSources: ['https://tile.example'],
      frameSources: ['https://a.example', 'https://b.example'],
    });
    expect(directives(policy)).toEqual({
      ...SETTLED,
      'img-src': "'self' data: https://tile.example",
      'frame-src': 'https://a.example https://b.example',
    });
  });

  it('allows no frame where the list of frames is empty', () => {
    expect(directives(documentCsp({ https: false, frameSources: [] }))).toEqual(SETTLED);
  });

  it('allows inline scripts, inline styles and a socket in development alone', () => {
    expect(directives(documentCsp({ https: false, development: true }))).toEqual({
      ...SETTLED,
      'script-src': "'self' 'unsafe-inline'",
      'style-src': "'self' 'unsafe-inline'",
      'connect-src': "'self' ws:",
    });
    expect(directives(documentCsp({ https: false, development: false }))).toEqual(SETTLED);
  });
});

describe('adminCsp', () => {
  const ADMIN = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'nonce-abc'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'media-src': "'self'",
    'frame-src': "'self'",
    'frame-ancestors': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
  };

  it('allows the administration its own files, pictures from memory, and styles by its nonce alone', () => {
    expect(directives(adminCsp({ https: false, nonce: 'abc', development: false }))).toEqual(ADMIN);
  });

  it('upgrades insecure requests and names where to report, by https and with reports', () => {
    expect(directives(adminCsp({ https: true, reports: true, nonce: 'abc', development: false }))).toEqual({
      ...ADMIN,
      'upgrade-insecure-requests': '',
      'report-uri': '/_reports/csp',
      'report-to': 'csp',
    });
  });

  it('allows inline scripts, inline styles and a socket in development alone', () => {
    expect(directives(adminCsp({ https: false, nonce: 'abc', development: true }))).toEqual({
      ...ADMIN,
      'script-src': "'self' 'unsafe-inline'",
      'style-src': "'self' 'unsafe-inline'",
      'connect-src': "'self' ws:",
    });
  });
});
