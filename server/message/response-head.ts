/**
 * The head of a response as text, for a socket that has no `ServerResponse`: requests that Node cannot read, and handshakes of WebSockets that
 * are refused. The edge writes the heads of stored responses itself (server/edge/delivery/composed-head.ts), byte for byte as Node does.
 */
import { STATUS_CODES } from 'node:http';
import { type Fields, fieldPairs } from './field-lines.ts';

/**
 * Writes status line and fields with the empty line behind them (RFC 9112 §2.1). Names and values are written as they are given, so none may
 * contain a line break.
 */
export function responseHead(status: number, fields: Fields): string {
  const lines = fieldPairs(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}
