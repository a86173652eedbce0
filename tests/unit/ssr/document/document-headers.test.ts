import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { applyDocumentHeaders, type DocumentHeaderSettings } from '../../../../server/ssr/document/document-headers.ts';
import type { DocumentPolicy } from '../../../../shared/routes/types.ts';

const SETTINGS: DocumentHeaderSettings = {
  https: true,
  reports: false,
  frameSources: ['https://admin.example'],
  tileSources: ['https://tile.example'],
  translatorSources: ['https://vlibras.example', 'https://*.vlibras.example'],
  development: false,
  fonts: [],
};

function directive(policy: DocumentPolicy, name: string, settings = SETTINGS): string | undefined {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  applyDocumentHeaders(res, policy, settings);
  const directives = String(res.getHeader('Content-Security-Policy')).split('; ');
  return directives.find((text) => text.startsWith(`${name} `));
}

describe('the content policy of a document', () => {
  test.each([
    ['site', "img-src 'self' data:", "frame-src 'self'"],
    ['mapa', "img-src 'self' data: https://tile.example", undefined],
    ['quadro', "img-src 'self' data:", 'frame-src https://admin.example'],
  ] as const)('a content policy of the kind %s allows other sources of pictures or frames only', (policy, images, frames) => {
    expect(directive(policy, 'img-src')).toBe(images);
    // What is not named falls back to this.
    expect(directive(policy, 'default-src')).toBe("default-src 'none'");
    expect(directive(policy, 'frame-src')).toBe(frames);
    for (const name of ['script-src', 'style-src', 'connect-src', 'font-src']) expect(directive(policy, name)).toBe(`${name} 'self'`);
  });

  test('the content policy of a page with the translator lets that one site run, and no other', () => {
    const hosts = 'https://vlibras.example https://*.vlibras.example';
    expect(directive('libras', 'script-src')).toBe(`script-src 'self' ${hosts} blob: 'unsafe-eval'`);
    expect(directive('libras', 'style-src')).toBe(`style-src 'self' ${hosts} 'unsafe-inline'`);
    expect(directive('libras', 'connect-src')).toBe(`connect-src 'self' ${hosts} blob: data:`);
    expect(directive('libras', 'worker-src')).toBe("worker-src 'self' blob:");
    for (const name of ['default-src', 'form-action', 'base-uri', 'frame-ancestors', 'frame-src'])
      expect(directive('libras', name)).toBe(directive('site', name));
    // Where none is offered, the address with the parameter is a page like any other.
    const none = { ...SETTINGS, translatorSources: [] };
    for (const name of ['script-src', 'style-src', 'connect-src', 'img-src', 'worker-src'])
      expect(directive('libras', name, none)).toBe(directive('site', name));
  });

  test('the content policy of the map is that of the site where no tiles are configured', () => {
    expect(directive('mapa', 'img-src', { ...SETTINGS, tileSources: [] })).toBe("img-src 'self' data:");
  });
});

describe('the fields of a document', () => {
  function fieldsOf(settings: DocumentHeaderSettings, nonce?: string | null) {
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    applyDocumentHeaders(res, 'site', settings, nonce);
    return res.getHeaders();
  }

  test('name type and language, and no font where none is wanted', () => {
    const fields = fieldsOf(SETTINGS);
    expect(fields).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': 'pt-BR' });
    expect(fields).not.toHaveProperty('link');
  });

  test('name the fonts to load at once (RFC 8288)', () => {
    expect(fieldsOf({ ...SETTINGS, fonts: ['/a.woff2', '/b.woff2'] })['link']).toBe(
      '</a.woff2>; rel=preload; as=font; crossorigin, </b.woff2>; rel=preload; as=font; crossorigin',
    );
  });

  test('say where browsers send reports, where they are wanted (Reporting API)', () => {
    expect(fieldsOf(SETTINGS)).not.toHaveProperty('reporting-endpoints');
    expect(fieldsOf({ ...SETTINGS, reports: true })['reporting-endpoints']).toBe('csp="/_reports/csp"');
  });

  test('carry the nonce of this document alone', () => {
    const policies = ['n1', 'n2', null].map((nonce) => String(fieldsOf(SETTINGS, nonce)['content-security-policy']));
    expect(policies.map((policy) => /script-src [^;]*/.exec(policy)?.[0])).toEqual([
      "script-src 'self' 'nonce-n1'",
      "script-src 'self' 'nonce-n2'",
      "script-src 'self'",
    ]);
  });

  test('follow the settings of their server', () => {
    const policyOf = (settings: DocumentHeaderSettings) => String(fieldsOf(settings)['content-security-policy']);
    expect(policyOf(SETTINGS)).toContain('upgrade-insecure-requests');
    expect(policyOf({ ...SETTINGS, https: false })).not.toContain('upgrade-insecure-requests');
    expect(policyOf(SETTINGS)).not.toContain('unsafe-inline');
    expect(policyOf({ ...SETTINGS, development: true })).toContain('unsafe-inline');
  });
});
