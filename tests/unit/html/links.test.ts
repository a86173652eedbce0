import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../server/backend/sanitize/sanitize-html.ts';
import { linkAttributes } from '../../../shared/html/attributes.ts';

const EXTERNAL = 'noopener noreferrer external';

describe('linkAttributes', () => {
  it.each([
    ['a path', '/sic?ano=2026#x', { href: '/sic?ano=2026#x' }],
    ['a path between spaces', '  /sic \n', { href: '/sic' }],
    ['an address by https', 'https://www.gov.br/x', { href: 'https://www.gov.br/x', rel: EXTERNAL }],
    ['an address by http', 'http://www.gov.br/x', { href: 'http://www.gov.br/x', rel: EXTERNAL }],
    ['a scheme in capital letters (RFC 3986 section 3.1)', 'HTTPS://www.gov.br/', { href: 'HTTPS://www.gov.br/', rel: EXTERNAL }],
    ['a mail address', 'mailto:sic@x.gov.br', { href: 'mailto:sic@x.gov.br' }],
    ['a telephone number', 'TEL:+559130000000', { href: 'TEL:+559130000000' }],
    ['a fragment', '#prazo', { href: '#t-prazo' }],
    ['a fragment that names an id of content', '#t-prazo', { href: '#t-prazo' }],
    ['a fragment with percent-encoded letters', '#Se%C3%A7%C3%A3o%202', { href: '#t-secao-2' }],
    ['a fragment with a broken percent-encoding', '#desconto-100%', { href: '#t-desconto-100' }],
  ])('keeps %s', (_case, address, attributes) => {
    expect(linkAttributes(address)).toEqual(attributes);
  });

  it.each([
    ['no address', ''],
    ['only spaces', '   '],
    ['a fragment without a name', '#'],
    ['a fragment of signs alone', '#---'],
    ['a relative path', 'sic'],
    ['another authority without a scheme', '//evil.example/'],
    ['a backslash, which browsers read as a slash', '/\\evil.example/'],
    ['a tabulator, which browsers skip', '/\t/evil.example/'],
    ['DEL', '/a\u007F'],
    ['NUL', '\u0000/sic'],
    ['javascript', 'javascript:alert(1)'],
    ['javascript that mentions an allowed scheme', 'javascript:alert("mailto:a@b")'],
    ['javascript that mentions an address', 'javascript:location="https://evil.example/"'],
    ['a data address', 'data:text/html,a'],
    ['an address that cannot be parsed', 'https://[evil'],
    ['a scheme without an authority', 'https:evil'],
    ['another scheme', 'ftp://x.gov.br/'],
  ])('drops the address: %s', (_case, address) => {
    expect(linkAttributes(address)).toEqual({});
  });
});

describe('links in HTML', () => {
  it.each(['http://www.gov.br/', 'https://www.gov.br/', 'mailto:sic@x.gov.br', 'tel:+559130000000', '/sic', '#t-x'])('keep %s', (href) => {
    expect(sanitizeHtml(`<a href="${href}">a</a>`, 'trecho')).toContain(`href="${href}"`);
  });

  it('keep their words without an address', () => {
    expect(sanitizeHtml('<a>a</a><a href="javascript:x">b</a>', 'trecho')).toBe('<a>a</a><a>b</a>');
  });

  it('keep their id as a target', () => {
    expect(sanitizeHtml('<a id="Anexo I">a</a><a id="anexo-i">b</a>', 'trecho')).toBe('<a id="t-anexo-i">a</a><a>b</a>');
  });
});
