import { expect, test } from 'vitest';
import { isSameOrigin } from '../../../server/http/same-origin.ts';

const SITE = 'https://www.instituto.example';

test.each<readonly [Record<string, string>, boolean]>([
  [{ origin: SITE, 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: SITE }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{}, true],
  [{ origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }, true],
  [{ origin: 'https://Www.Instituto.Example', host: 'WWW.instituto.example' }, true],
  [{ origin: 'https://mal.example', host: 'www.instituto.example' }, false],
  [{ origin: 'null', host: 'null' }, false],
  [{ origin: 'file://10.0.0.7', host: '10.0.0.7' }, false],
  [{ origin: 'xhttp://10.0.0.7', host: '10.0.0.7' }, false],
  [{ origin: '', host: '' }, false],
  [{ origin: SITE, 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'outro' }, false],
])('a request with %j comes from our own pages or from no page: %s', (headers, expected) => {
  expect(isSameOrigin(headers, SITE)).toBe(expected);
});
