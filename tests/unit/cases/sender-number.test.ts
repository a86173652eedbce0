import { expect, test } from 'vitest';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { createSenderNumber } from '../../../server/cases/sender-number.ts';
import type { SubmittedForm } from '../../../server/cases/submission-key.ts';

const KEYS = createCaseKeys([new Uint8Array(32).fill(1)]);

test('where replicas share no numbers, senders of the same words have different ones, and one who sends them again has the same', async () => {
  const senderNumber = createSenderNumber({});
  const from = (address: string, typed: SubmittedForm['typed'] = { texto: 'Quando sai o abono?' }): Promise<number | null> =>
    senderNumber(KEYS, { channel: 'contato', typed, fileDigests: [] }, { address, headers: {} });
  const number = await from('192.0.2.1');
  expect(number).toBeTypeOf('number');
  expect(await from('192.0.2.2')).not.toBe(number);
  expect(await from('192.0.2.1', { texto: 'E o 13º?' })).not.toBe(number);
  expect(await from('192.0.2.1')).toBe(number);
});
