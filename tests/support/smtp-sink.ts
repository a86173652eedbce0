/** A mail server that keeps what it receives (RFC 5321: the commands that a client of ours uses). */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface SmtpSink {
  readonly url: string;
  readonly port: number;
  /** Whole messages with their header fields, in the order of arrival. */
  readonly messages: readonly { readonly to: string; readonly source: string }[];
  close(): Promise<void>;
}

/** What the server does in place of an answer: nothing, or the end of the connection. */
export type SmtpFault = 'silent' | 'cut';

export interface SmtpSinkOptions {
  /** Recipients that are refused for good. */
  readonly reject?: (address: string) => boolean;
  /** What happens at a command (`''` for the greeting, `.` for the end of a message): a fault, or another answer. */
  readonly answer?: (command: string) => SmtpFault | string | undefined;
  readonly port?: number;
}

export async function openSmtpSink({ reject = () => false, answer = () => undefined, port = 0 }: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const messages: { readonly to: string; readonly source: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    converse(socket, messages, { reject, answer });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${given}`,
    port: given,
    messages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function converse(
  socket: Socket,
  messages: { readonly to: string; readonly source: string }[],
  { reject, answer }: Required<Pick<SmtpSinkOptions, 'reject' | 'answer'>>,
): void {
  let received = '';
  let to = '';
  let isData = false;
  const say = (line: string): boolean => socket.write(`${line}\r\n`);
  /** Returns whether the command was answered otherwise. */
  const isFaulty = (verb: string): boolean => {
    const given = answer(verb);
    if (given === 'cut') socket.destroy();
    else if (given !== undefined && given !== 'silent') say(given);
    return given !== undefined;
  };
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (isFaulty(verb)) return;
    if (verb === 'RCPT') {
      to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      say(reject(to) ? `550 5.1.1 ${to} unknown` : '250 ok');
    } else if (verb === 'DATA') {
      isData = true;
      say('354 go on');
    } else if (verb === 'QUIT') {
      socket.end('221 bye\r\n');
    } else {
      say('250 ok');
    }
  };
  if (!isFaulty('')) say('220 sink ESMTP');
  socket.on('data', (bytes) => {
    received += bytes.toString('utf8');
    for (;;) {
      const end = received.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = received.slice(0, end);
      received = received.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        messages.push({ to, source: part });
        if (!isFaulty('.')) say('250 kept');
      } else {
        command(part);
      }
    }
  });
}
