import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ERROR_PAGE_POLICY, errorContent, errorPage } from '../../../server/http/error-page.ts';
import { fieldValue } from '../../../server/message/field-lines.ts';
import { ERROR_CODES, ERROR_SCREEN, TRY_AGAIN } from '../../../shared/errors/codes.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const INTERNAL = { ...ERROR_CODES.INTERNAL, requestId: '' };

describe('the error page without the renderer', () => {
  it('has the texts of the specification and is found by no search engine', () => {
    const html = errorPage(INTERNAL);
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="pt-BR">/);
    expect(html).toContain('<meta name="robots" content="noindex">');
    for (const text of [
      ERROR_SCREEN.title,
      ERROR_SCREEN.otherHeading,
      ERROR_SCREEN.otherText,
      ERROR_CODES.INTERNAL.message,
      ERROR_SCREEN.button,
    ])
      expect(html).toContain(`>${text}<`);
    expect(html).not.toContain('Código do pedido');
  });

  it('shows request id and message as text', () => {
    expect(errorPage({ ...INTERNAL, requestId: '<b>' })).toContain('<p>Código do pedido: &lt;b&gt;</p>');
    expect(errorPage({ ...INTERNAL, message: 'a<b' })).toContain('<p>a&lt;b</p>');
  });

  it('names the language of a message in English, and of no other', () => {
    expect(errorPage({ ...ERROR_CODES.PAGE_NOT_FOUND, message: 'Page not found: /x', requestId: '' })).toContain(
      '<p lang="en">Page not found: /x</p>',
    );
    expect(errorPage({ ...INTERNAL, message: 'x' })).toContain('<p>x</p>');
  });

  it.each([
    ['TOO_MANY_REQUESTS', true],
    ['BACKEND_TIMEOUT', true],
    ['INTERNAL', true],
    ['BAD_REQUEST', false],
    ['PAGE_NOT_FOUND', false],
  ] as const)('offers the same address again where it may answer later: %s %s', (code, offers) => {
    const html = errorPage({ ...ERROR_CODES[code], requestId: '' });
    expect(html.includes(`<p><a href="">${TRY_AGAIN}</a></p>`)).toBe(offers);
    const lines = html.slice(html.indexOf('<main>')).trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('<'))).toEqual([]);
  });

  it('names no file, and its policy allows the style that it holds and nothing else', () => {
    const html = errorPage(INTERNAL);
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256')
      .update(styles[0] ?? '')
      .digest('base64');
    expect(ERROR_PAGE_POLICY.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(html).not.toMatch(/<link|<script|<img|url\(/);
  });
});

describe('the content of an error', () => {
  it.each([
    ['a browser that opens an address', BROWSER, 'text/html; charset=utf-8'],
    ['a program', 'application/json', 'application/json; charset=utf-8'],
    ['a client that accepts anything', '*/*', 'application/json; charset=utf-8'],
    ['a client that names nothing', undefined, 'application/json; charset=utf-8'],
  ])('sends an error to %s in the type that it accepts', (_client, accept, type) => {
    const { fields } = errorContent({ code: 'INTERNAL' }, accept);
    expect(fieldValue(fields, 'content-type')).toBe(type);
    expect(fieldValue(fields, 'vary')).toBe('Accept');
    expect(fieldValue(fields, 'cache-control')).toBe('private, no-store');
  });

  it('says in JSON the code, the message and the request id where there is one', () => {
    const { message } = ERROR_CODES.BAD_REQUEST;
    expect(JSON.parse(errorContent({ code: 'BAD_REQUEST' }, undefined).body)).toEqual({ code: 'BAD_REQUEST', message });
    const own = errorContent({ code: 'BAD_REQUEST', message: 'x', requestId: 'a1' }, undefined);
    expect(JSON.parse(own.body)).toEqual({ code: 'BAD_REQUEST', message: 'x', pedido: 'a1' });
  });

  it('is allowed to load nothing, as data nor as a page, but the style of the page', () => {
    const policyFor = (accept?: string) => fieldValue(errorContent({ code: 'INTERNAL' }, accept).fields, 'content-security-policy');
    expect(policyFor(BROWSER)).toBe(ERROR_PAGE_POLICY);
    expect(policyFor()).toBe("default-src 'none'; sandbox; frame-ancestors 'self'");
    expect(fieldValue(errorContent({ code: 'INTERNAL' }, BROWSER).fields, 'content-language')).toBe('pt-BR');
  });

  it('says when to try again where the catalogue knows (RFC 9110 section 10.2.3)', () => {
    expect(fieldValue(errorContent({ code: 'TOO_MANY_REQUESTS' }, BROWSER).fields, 'retry-after')).toBe('60');
    expect(fieldValue(errorContent({ code: 'INTERNAL' }, BROWSER).fields, 'retry-after')).toBeNull();
  });
});
