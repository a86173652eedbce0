import { expect, it } from 'vitest';
import { essenceOf } from '../../../server/message/media-type.ts';

it.each([
  ['text/html', 'text/html'],
  [' Text/HTML ;charset=utf-8; x=";"', 'text/html'],
  ['text/html;', 'text/html'],
  [';charset=utf-8', ''],
  ['', ''],
])('reads %j as the media type %j', (contentType, essence) => {
  expect(essenceOf(contentType)).toBe(essence);
});
