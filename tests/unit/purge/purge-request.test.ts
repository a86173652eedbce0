import { describe, expect, it } from 'vitest';
import { parsePurgeRequest } from '../../../server/purge/purge-request.ts';
import { PURGE_FAULTS } from '../../../shared/errors/codes.ts';

const SITE = 'https://previdencia.exemplo.br';
const FILE = '11111111-2222-4333-8444-555555555555';
const read = (body: unknown) => parsePurgeRequest(body, SITE);
const callOf = (body: unknown) => {
  const reading = read(body);
  if (reading.kind === 'faulty') throw new Error(reading.message);
  return reading.call;
};

describe('a purge request', () => {
  it('purges a page with its payload, and a payload with its page', () => {
    const both = ['/lai', '/lai/_payload.json'];
    expect(callOf({ url: '/lai' }).urls).toEqual(both);
    expect(callOf({ url: '/lai/_payload.json' }).urls.toSorted()).toEqual(both);
    expect(callOf({ url: '/' }).urls).toEqual(['/', '/_payload.json']);
    expect(callOf({ url: '/informacoes/noticias?pagina=2' }).urls).toEqual([
      '/informacoes/noticias?pagina=2',
      '/informacoes/noticias/_payload.json?pagina=2',
    ]);
  });

  it('takes full addresses of this site, and purges each once', () => {
    expect(callOf({ urls: [`${SITE}/lai#topo`, '/lai', `${SITE.toUpperCase()}/lai`] }).urls).toEqual(['/lai', '/lai/_payload.json']);
  });

  it('takes full addresses of a site without TLS', () => {
    const reading = parsePurgeRequest({ url: 'http://localhost:3000/lai' }, 'http://localhost:3000');
    expect(reading).toMatchObject({ kind: 'ok', call: { urls: ['/lai', '/lai/_payload.json'] } });
  });

  it('is soft unless its mode is hard', () => {
    expect([callOf({ all: true }).mode, callOf({ all: true, mode: 'hard' }).mode]).toEqual(['soft', 'hard']);
  });

  it('purges every stored format of a picture by the groups of its file', () => {
    const url = `/_image?url=/nhostprovider/${FILE}&w=640&q=75`;
    expect(callOf({ url })).toEqual({ mode: 'soft', all: false, urls: [url], groups: [`arquivo:${FILE}`, `files:${FILE}`] });
    expect(callOf({ url: `/nhostprovider/${FILE}` }).groups).toEqual([`arquivo:${FILE}`, `files:${FILE}`]);
  });

  it.each([
    ['a file by itself', `/nhostprovider/${FILE}`, [`/nhostprovider/${FILE}`], [`arquivo:${FILE}`, `files:${FILE}`]],
    ['a picture without a source', '/_image?w=640', ['/_image?w=640'], []],
    ['a picture of another kind', '/_image?url=/foto.jpg&w=640', ['/_image?url=/foto.jpg&w=640'], []],
    [
      'a page that names a file',
      `/lai?url=/nhostprovider/${FILE}`,
      [`/lai?url=/nhostprovider/${FILE}`, `/lai/_payload.json?url=/nhostprovider/${FILE}`],
      [],
    ],
  ])('takes %s', (_case, url, urls, groups) => {
    expect(callOf({ url })).toEqual({ mode: 'soft', all: false, urls, groups });
  });

  it('takes no more than it names', () => {
    expect(callOf({ all: true })).toEqual({ mode: 'soft', all: true, urls: [], groups: [] });
    expect(callOf({ group: 'site' })).toEqual({ mode: 'soft', all: false, urls: [], groups: ['site'] });
  });

  it('takes the longest names and the most of them', () => {
    expect(callOf({ url: `/${'a'.repeat(2_047)}` }).urls).toHaveLength(2);
    expect(callOf({ group: 'a'.repeat(256) }).groups).toHaveLength(1);
    expect(callOf({ groups: Array.from({ length: 200 }, (_, index) => `g${index}`) }).groups).toHaveLength(200);
  });

  it('passes groups on unchanged', () => {
    expect(callOf({ group: 'noticia:3' }).groups).toEqual(['noticia:3']);
    expect(callOf({ groups: ['noticia', 'noticia', 'site'] }).groups).toEqual(['noticia', 'site']);
  });

  it.each<[string, unknown, keyof typeof PURGE_FAULTS]>([
    ['nothing', undefined, 'notAnObject'],
    ['a list', ['/lai'], 'notAnObject'],
    ['a text', 'all', 'notAnObject'],
    ['no target', {}, 'target'],
    ['a mode alone', { mode: 'hard' }, 'target'],
    ['two kinds of target', { url: '/', group: 'site' }, 'target'],
    ['both spellings of one', { url: '/', urls: ['/lai'] }, 'target'],
    ['an unknown field', { url: '/', modo: 'hard' }, 'unknownField'],
    ['all that is not all', { all: false }, 'all'],
    ['another mode', { all: true, mode: 'gentle' }, 'mode'],
    ['an address that is no text', { url: 3 }, 'url'],
    ['an empty address', { url: '' }, 'url'],
    ['an address too long', { url: `/${'a'.repeat(2_048)}` }, 'url'],
    ["another site's address", { url: 'https://outro.exemplo.br/lai' }, 'elsewhere'],
    ['another scheme of this host', { url: 'http://previdencia.exemplo.br/lai' }, 'elsewhere'],
    ['a host without scheme', { url: '//outro.exemplo.br/lai' }, 'elsewhere'],
    ['a host behind a backslash', { url: '/\\outro.exemplo.br/lai' }, 'elsewhere'],
    ['a script', { url: 'javascript:alert(1)' }, 'elsewhere'],
    ['a relative address', { url: 'lai' }, 'elsewhere'],
    ['a relative address of two parts', { url: 'lai/situacao' }, 'elsewhere'],
    ['an address behind a space', { url: ` ${SITE}/lai` }, 'elsewhere'],
    ['one bad address among good ones', { urls: ['/lai', 'https://outro.exemplo.br/'] }, 'elsewhere'],
    ['an empty group', { group: '' }, 'group'],
    ['a group with an accent', { group: 'notícia' }, 'group'],
    ['a group too long', { group: 'a'.repeat(257) }, 'group'],
    ['an empty list', { groups: [] }, 'tooMany'],
    ['too many', { urls: Array.from({ length: 201 }, (_, index) => `/${index}`) }, 'tooMany'],
  ])('refuses %s with its reason', (_name, body, fault) => {
    expect(read(body)).toEqual({ kind: 'faulty', message: PURGE_FAULTS[fault] });
  });
});
