import { describe, expect, test } from 'vitest';
import { createSiteTarget, pagesOfLists } from '../../../server/http/site-target.ts';
import { createImageTarget } from '../../../shared/images/image-target.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { routePath } from '../../../shared/routes/url.ts';

const target = createSiteTarget({ routes: ROUTES, imageTarget: createImageTarget({ avif: true }) });
const urlOf = (url: string): string => target({ url, rawHeaders: [] }).url;
const keyOf = (url: string, accept?: string): string => target({ url, rawHeaders: accept === undefined ? [] : ['accept', accept] }).key;

const LIST = routePath('noticias');
const DOCUMENTS = routePath('documentos', { category: 'crp' });

describe('an address of a page', () => {
  test.each([
    ['loses what the route does not declare', `${LIST}?utm_source=x&pagina=2&_=1`, `${LIST}?pagina=2`],
    ['loses what is the default', `${LIST}?ordem=recentes&pagina=1&por_pagina=20`, LIST],
    [
      'says what it reads once',
      `${LIST}?ano=2025&ano=2024&ano=2025&pagina=99999&q=%20abono`,
      `${LIST}?ano=2024&ano=2025&pagina=2000&q=abono`,
    ],
    ['keeps a value that no page may have, which is answered by a redirect', `${LIST}?ordem=xyz&q=a&x=1`, `${LIST}?ordem=xyz&q=a`],
    ['loses the same of its data', `${LIST}/_payload.json?ordem=recentes&pagina=2`, `${LIST}/_payload.json?pagina=2`],
    ['keeps what only its own list reads', `${DOCUMENTS}?situacao=vigente&pagina=1`, `${DOCUMENTS}?situacao=vigente`],
    ['keeps what is read by another reader', '/busca?q=%20abono&pagina=2', '/busca?pagina=2&q=abono'],
    ['has its parameters in one order', `${LIST}?q=abono&pagina=2`, `${LIST}?pagina=2&q=abono`],
    ['has one spelling of each value', `${LIST}?q=aposentadoria%20j%C3%A1`, `${LIST}?q=aposentadoria+j%C3%A1`],
    ['loses empty parameters', `${LIST}?pagina=&q=`, LIST],
    ['keeps the first of repeated ones', `${LIST}?pagina=2&pagina=3`, `${LIST}?pagina=2`],
    ['loses the question mark alone', '/?', '/'],
    [
      'keeps another spelling of its path, which is answered by a redirect',
      `${LIST.toUpperCase()}?x=1&pagina=2`,
      `${LIST.toUpperCase()}?pagina=2`,
    ],
    ['is the same for data', `${LIST}/_payload.json?_b=abc&pagina=2`, `${LIST}/_payload.json?pagina=2`],
    ['may be the home page with its data', '/_payload.json?_b=abc', '/_payload.json'],
    ['may come in the absolute form', `http://outro.example${LIST}?pagina=2&x=1`, `${LIST}?pagina=2`],
    ['is the home page when the absolute form ends at the authority', 'http://outro.example', '/'],
  ])('%s', (_what, given, wanted) => {
    expect(urlOf(given)).toBe(wanted);
  });

  test('is unchanged when a parameter is refused, because the refusal repeats it', () => {
    const bad = routePath('noticia', { id: 'abc' });
    expect(urlOf(`${bad}?x=<b>`)).toBe(`${bad}?x=<b>`);
  });

  test('has no query when no route matches', () => {
    expect(urlOf('/nada/de/nada?x=1')).toBe('/nada/de/nada');
    expect(urlOf('/nada/_payload.json?x=1')).toBe('/nada/_payload.json');
    expect(urlOf('/favicon.svg?v=2')).toBe('/favicon.svg');
  });

  test('is idempotent: the address that the origin gets has the same target', () => {
    for (const url of [`${LIST}?q=a%2Bb+c&pagina=2`, '/_payload.json', '//x//y', `${LIST}/_payload.json?q=%26`]) {
      expect(urlOf(urlOf(url))).toBe(urlOf(url));
    }
  });

  test('does not depend on earlier targets, and memory stays bounded', () => {
    const before = urlOf(`${LIST}?q=abono`);
    for (let index = 0; index < 10_000; index += 1) urlOf(`${LIST}?q=${index}`);
    expect(urlOf(`${LIST}?q=abono`)).toBe(before);
  });
});

describe('the address of a picture', () => {
  const picture = '/_image?url=%2Ffoto.jpg&w=640&q=60';

  test('may come in the absolute form', () => {
    expect(target({ url: `http://outro.example${picture}`, rawHeaders: [] })).toEqual(target({ url: picture, rawHeaders: [] }));
  });

  test('does not match longer paths with the same beginning', () => {
    for (const path of ['/_imagem', '/_image/x', '/_image.png']) expect(urlOf(`${path}?url=/foto.jpg&w=640`)).toBe(path);
  });

  test('is one key in any order of its parameters', () => {
    expect(keyOf('/_image?q=60&w=640&url=/foto.jpg')).toBe(keyOf(picture));
  });

  test('distinguishes classes of Accept and nothing else of the field', () => {
    expect(keyOf(picture, 'image/avif,image/webp,*/*')).toBe(keyOf(picture, 'image/avif'));
    expect(keyOf(picture, 'image/webp')).not.toBe(keyOf(picture, 'image/avif'));
  });

  test('keeps a faulty parameter, so that the image service refuses it', () => {
    expect(urlOf('/_image?w=640&url=/foto.jpg&x=1')).toContain('x=1');
    expect(urlOf('/_image?w=640&w=320&url=/foto.jpg')).toContain('w=640&w=320');
  });
});

test.each([
  ['/_icon/lucide.json?icons=a,b', '/_icon/lucide.json?icons=a,b'],
  ['/_icon/lucide.json?icons=b,a,b', '/_icon/lucide.json?icons=a,b'],
  ['/_icon/lucide.json?x=1', '/_icon/lucide.json'],
  ['/_icon/lucide.json?icons=<b>', '/_icon/lucide.json'],
])('an address of icons has sorted, unique names: %s', (url, expected) => {
  expect(urlOf(url)).toBe(expected);
});

describe('an address of the data of a page as a file', () => {
  test.each([
    ['keeps the filters of its page', `${LIST}.csv?ano=2024&q=abono`, `${LIST}.csv?ano=2024&q=abono`],
    ['loses what only chooses a page of the list', `${LIST}.csv?pagina=2&por_pagina=50&ano=2024`, `${LIST}.csv?ano=2024`],
    ['of the search keeps the page of its results', '/busca.json?q=abono&pagina=2&libras=1', '/busca.json?pagina=2&q=abono'],
    ['loses what the page does not declare', `${LIST}.json?utm_source=x`, `${LIST}.json`],
    ['keeps a value that no row may have, which is answered by a redirect', `${LIST}.csv?mes=13&x=1`, `${LIST}.csv?mes=13`],
    ['stays at its stable address', '/dados/noticias.csv?ano=2024&pagina=2', '/dados/noticias.csv?ano=2024'],
    ['stays there with a value that no row may have', '/dados/noticias.csv?mes=03', '/dados/noticias.csv?mes=03'],
    ['stays there with a list in other letters', '/dados/documentos/LEIS.csv', '/dados/documentos/LEIS.csv'],
    ['keeps another spelling, which is answered by a redirect', '/dados/Noticias.CSV/?ano=2024&x=1', '/dados/Noticias.CSV/?ano=2024'],
    ['has no query where the page has no such file', '/lai.csv?ano=2024', '/lai.csv'],
    ['has no query where no route matches', '/nada.csv?ano=2024', '/nada.csv'],
  ])('%s', (_what, given, wanted) => {
    expect(urlOf(given)).toBe(wanted);
  });
});

test('a request without a target is for the home page', () => {
  expect(target({ rawHeaders: [] })).toEqual({ key: '/', url: '/', scope: '' });
});

test('an address of a picture has an empty scope, as that of a page', () => {
  expect(target({ url: '/_image?url=/foto.jpg&w=640', rawHeaders: [] }).scope).toBe('');
});

test('long addresses have the same target rules as short ones', () => {
  const long = 'a'.repeat(600);
  for (let times = 0; times < 2; times += 1) expect(urlOf(`${LIST}?q=${long}&x=1`)).toBe(urlOf(`${LIST}?q=${long}`));
});

describe('pagesOfLists', () => {
  const pattern = pagesOfLists(ROUTES);

  test.each([`${LIST}?pagina=2`, `${LIST}/_payload.json?pagina=12`, `${DOCUMENTS}?pagina=2`, `${DOCUMENTS}/_payload.json?pagina=2`])(
    'matches %s',
    (url) => expect(url).toMatch(pattern),
  );

  test.each([
    LIST,
    `${LIST}?pagina=`,
    `${LIST}?pagina=2x`,
    `${LIST}?pagina=2&q=a`,
    `${LIST}?q=pagina=2`,
    `${LIST}/?pagina=2`,
    `${LIST}/_payloadxjson?pagina=2`,
    `x${LIST}?pagina=2`,
    `${DOCUMENTS}/1?pagina=2`,
    '/?pagina=2',
    '/busca?pagina=2',
    routePath('noticia', { id: '1' }) + '?pagina=2',
  ])('does not match %s', (url) => expect(url).not.toMatch(pattern));
});

describe('the memory of addresses', () => {
  /** Says whether the routes are read to name an address. */
  function matching(): (url: string) => boolean {
    let reads = 0;
    const routes = new Proxy(ROUTES, {
      get: (list, name) => {
        reads += 1;
        return Reflect.get(list, name);
      },
    });
    const name = createSiteTarget({ routes, imageTarget: createImageTarget({ avif: true }) });
    return (url) => {
      const before = reads;
      name({ url, rawHeaders: [] });
      return reads > before;
    };
  }

  test('names an address without the routes when it is asked for again', () => {
    const isMatched = matching();
    expect([isMatched('/lai'), isMatched('/sic'), isMatched('/lai'), isMatched('/sic')]).toEqual([true, true, false, false]);
  });

  test('keeps no address of more than 512 characters', () => {
    const isMatched = matching();
    const ofLength = (length: number): string => `/${'a'.repeat(length - 1)}`;
    const asked = [ofLength(512), ofLength(512), ofLength(513), ofLength(513)].map(isMatched);
    expect(asked).toEqual([true, false, true, true]);
  });

  test('keeps no more than 4,096 addresses', () => {
    const isMatched = matching();
    isMatched('/lai');
    for (let index = 0; index < 4_095; index += 1) isMatched(`/busca?q=${index}`);
    expect(isMatched('/lai')).toBe(false);
    for (let index = 0; index < 4_097; index += 1) isMatched(`/busca?q=other+${index}`);
    expect(isMatched('/busca?q=0')).toBe(true);
  });
});
