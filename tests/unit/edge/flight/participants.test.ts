import { describe, expect, test } from 'vitest';
import { Participants } from '../../../../server/edge/flight/participants.ts';

describe('the clients of one exchange', () => {
  test('all get each interim response, also after one that could not be sent to one of them', () => {
    const faults: unknown[] = [];
    const participants = new Participants((cause) => faults.push(cause));
    const sent: string[] = [];
    const broken = new Error('gone');
    participants.add(
      () => {
        throw broken;
      },
      () => undefined,
    );
    participants.add(
      (status, fields) => sent.push(`${status} ${fields.join()}`),
      () => undefined,
    );
    participants.sendInterim(103, ['Link', 'a']);
    expect([sent, faults]).toEqual([['103 Link,a'], [broken]]);
  });

  test('leave once, and get nothing afterwards', () => {
    const participants = new Participants(() => undefined);
    let left = 0;
    const sent: number[] = [];
    const leave = participants.add(
      (status) => sent.push(status),
      () => (left += 1),
    );
    const stay = participants.add(
      () => undefined,
      () => undefined,
    );
    leave();
    leave();
    participants.sendInterim(103, []);
    expect([left, sent, participants.isEmpty]).toEqual([1, [], false]);
    stay();
    expect(participants.isEmpty).toBe(true);
  });
});
