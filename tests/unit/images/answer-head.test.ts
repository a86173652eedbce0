import { expect, test } from 'vitest';
import { readAnswerHead } from '../../../server/images/decoder/child.ts';

test.each([
  '',
  '{"kind":"made"',
  'null',
  '5',
  '{"kind":"other"}',
  '{"kind":"made","type":"html"}',
  '{"kind":"made","type":"constructor"}',
  '{"kind":"refused","code":"INTERNAL","detail":""}',
])('the head %j of a decoder that was taken over is no answer', (text) => {
  expect(readAnswerHead(text)).toBeNull();
});

test.each([
  { kind: 'begun' },
  { kind: 'made', type: 'webp' },
  { kind: 'heavy', detail: 'large' },
  { kind: 'refused', code: 'IMAGE_UNREADABLE', detail: '' },
])('the head $kind is an answer', (head) => {
  expect(readAnswerHead(JSON.stringify(head))).toEqual(head);
});
