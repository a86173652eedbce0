import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { onceDisconnected, Participants, unlessDisconnected } from '../../../../server/edge/flight/participants.ts';
import { type ClientRequest, readClientRequest } from '../../../../server/edge/request/client-request.ts';
import { plainTarget } from '../../../../server/edge/request/target.ts';

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

function client(): ClientRequest {
  const request = new IncomingMessage(new Socket());
  const rules = { targetOf: plainTarget, keyPrefix: '', clientDirectives: 'honour', credentials: 'honour' } as const;
  return readClientRequest(request, new ServerResponse(request), rules);
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a client that disconnects', () => {
  test('is told at once, once, and also where it had done so before', async () => {
    const [leaving, gone] = [client(), client()];
    gone.res.destroy();
    const told: string[] = [];
    const isGone = onceDisconnected(gone, () => told.push('gone'));
    const hasLeft = onceDisconnected(leaving, () => told.push('leaving'));
    expect([told, isGone(), hasLeft()]).toEqual([['gone'], true, false]);
    leaving.res.emit('close');
    leaving.res.emit('close');
    await turn();
    expect([told, hasLeft()]).toEqual([['gone', 'leaving'], true]);
  });

  test('waits for nothing any more', async () => {
    const never = new Promise<string>(() => undefined);
    const [leaving, gone] = [client(), client()];
    gone.res.destroy();
    const waiting = unlessDisconnected(leaving, never);
    leaving.res.emit('close');
    expect([await waiting, await unlessDisconnected(gone, never)]).toEqual([null, null]);
    expect(await unlessDisconnected(gone, Promise.resolve('late'))).toBeNull();
  });

  test('gets what came before, and leaves no listener behind', async () => {
    const staying = client();
    const before = staying.res.listenerCount('close');
    expect(await unlessDisconnected(staying, Promise.resolve('in time'))).toBe('in time');
    expect(staying.res.listenerCount('close')).toBe(before);
  });
});
