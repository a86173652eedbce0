import { expect, test } from 'vitest';
import { errorCodeOf, hasErrorCode } from '../../../shared/errors/error-code.ts';

test('the code of an error is a text, and empty where it has none', () => {
  expect(errorCodeOf(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe('ENOENT');
  for (const without of [new Error('no code'), Object.assign(new Error('a number'), { code: 7 }), { code: 'ENOENT' }, null, 'ENOENT']) {
    expect(errorCodeOf(without)).toBe('');
    expect(hasErrorCode(without, 'ENOENT', 'ENOTDIR')).toBe(false);
  }
  expect(hasErrorCode(Object.assign(new Error('no folder'), { code: 'ENOTDIR' }), 'ENOENT', 'ENOTDIR')).toBe(true);
});
