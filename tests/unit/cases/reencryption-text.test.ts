import { expect, test } from 'vitest';
import { reencryptionText } from '../../../server/reencrypt-cases.ts';

const NOTHING = { rewritten: 0, waiting: 0, unreadable: 0, retired: [], needed: [] };

test('the operator is told how many cases wait, and which keys may go', () => {
  expect(reencryptionText({ ...NOTHING, rewritten: 659, waiting: 3, needed: ['cdf58d44'] })).toBe(
    'Cases made again with the key in use: 659\n' +
      'Cases that wait (registered within the hour, or with an e-mail in the queue): 3; run this again later\n' +
      'Keys that cases still need: cdf58d44; leave them in CASES_KEY\n',
  );
  expect(reencryptionText({ ...NOTHING, unreadable: 2, retired: ['cdf58d44'] })).toBe(
    'Cases made again with the key in use: 0\n' +
      'Cases that none of the keys opens, left as they were: 2\n' +
      'Keys that no case needs any more: cdf58d44; take them out of CASES_KEY\n',
  );
});
