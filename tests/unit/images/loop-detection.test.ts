import { expect, test } from 'vitest';
import { isOwnFetch, LOOP_FIELD, LOOP_NAME } from '../../../server/images/remote/hop.ts';

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  [LOOP_NAME, true],
  ['Portal-Imagens', true],
  [`outra-cdn, ${LOOP_NAME}`, true],
  [`outra-cdn; a=b,${LOOP_NAME};v="1, 2"`, true],
  [`${LOOP_NAME} ; a=b`, true],
  ['outra-cdn', false],
  [`${LOOP_NAME}-2`, false],
  [`outra-cdn; a=${LOOP_NAME}`, false],
])('a request with CDN-Loop %j comes from a picture service of ours: %s (RFC 8586 section 2)', (field, own) => {
  expect(isOwnFetch(field === undefined ? {} : { [LOOP_FIELD.toLowerCase()]: field })).toBe(own);
});
