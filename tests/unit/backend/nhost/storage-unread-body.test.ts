import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { holdBody } from '../../../../server/backend/nhost/storage-unread-body.ts';

const LIMITS = { heldMs: 60_000, drainBytes: 100 };

function messageOf(length: string): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.rawHeaders.push('Content-Length', length);
  return message.on('error', () => undefined);
}

describe('an unread body', () => {
  it('is handed out once', () => {
    const message = messageOf('10');
    const held = holdBody(message, LIMITS);
    expect(held.take()).toBe(message);
    expect(held.take()).toBeNull();
    held.release();
    expect(message.destroyed).toBe(false);
  });

  it('is not handed out when its connection broke off', () => {
    const message = messageOf('10');
    const held = holdBody(message, LIMITS);
    message.destroy();
    expect(held.take()).toBeNull();
  });

  it('is read to its end when it is released and short, and cut when it is long', () => {
    const [short, long] = [messageOf('100'), messageOf('101')];
    holdBody(short, LIMITS).release();
    holdBody(long, LIMITS).release();
    expect([short.destroyed, short.readableFlowing]).toEqual([false, true]);
    expect(long.destroyed).toBe(true);
  });
});
