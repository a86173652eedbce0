/** Changes to a client's own request, for those that are handed on as they are. */
import type { IncomingMessage } from 'node:http';
import { replaceField } from '../../message/field-lines.ts';

/** Gives a request one line of a field, in the place of all that it has. */
export function rewriteField(req: IncomingMessage, name: string, value: string): void {
  // Node makes these of the lines when they are first looked at, and counts on as many lines as came.
  const { headers, headersDistinct } = req;
  req.rawHeaders = [...replaceField(req.rawHeaders, name, value)];
  headers[name.toLowerCase()] = value;
  headersDistinct[name.toLowerCase()] = [value];
}
