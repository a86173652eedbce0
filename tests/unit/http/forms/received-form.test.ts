import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { FileBuffer } from '../../../../server/http/forms/buffered-files.ts';
import { receiveForm } from '../../../../server/http/forms/received-form.ts';
import { ATTACHMENTS_FIELD } from '../../../../shared/cases/form-limits.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

const BOUNDARY = 'limite';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
/** Bytes of a text that are read. */
const LONGEST = 131_072;

interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly body: string;
}

function multipart(...parts: readonly Part[]): string {
  const written = parts.map(({ name, fileName, body }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const type = fileName === undefined ? '' : '\r\nContent-Type: application/octet-stream';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n${body}\r\n`;
  });
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}

function requestOf(type: string | undefined, body: string): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  if (type !== undefined) req.headers['content-type'] = type;
  req.push(body);
  req.push(null);
  return req;
}

/** Takes files and notes which were let go of; one that says `quebra` it does not take, with `failure`. */
function notedBuffer(failure: Error = new AppError('NO_SPACE')): { readonly holder: FileBuffer; readonly discarded: string[] } {
  const discarded: string[] = [];
  const holder: FileBuffer = {
    receive: async (content: Readable) => {
      const bytes = await buffer(content);
      if (bytes.toString() === 'quebra') throw failure;
      return {
        size: bytes.length,
        sha256: '',
        head: bytes,
        open: () => content,
        discard: async () => void discarded.push(bytes.toString()),
      };
    },
  };
  return { holder, discarded };
}

const file = (fileName: string, body: string): Part => ({ name: ATTACHMENTS_FIELD, fileName, body });

test.each([undefined, '', 'application/json', 'multipart/mixed; boundary=x'])(
  'refuses a body of type %s, which no browser sends for a form',
  async (type) => {
    const received = receiveForm(requestOf(type, '{}'), notedBuffer().holder);
    await expect(received).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  },
);

test('a text that is longer than is read loses the half letter at its end, and no other mark of one', async () => {
  const mark = '\u{FFFD}';
  const whole = `${mark}${'a'.repeat(LONGEST - 4)}é`;
  const { typed, cut } = await receiveForm(requestOf(MULTIPART, multipart({ name: 'texto', body: whole })), notedBuffer().holder);
  expect(cut).toEqual(['texto']);
  expect(typed['texto']).toBe(whole.slice(0, -1));
});

test('a field without a file is no file, and nothing of it is held', async () => {
  const { holder, discarded } = notedBuffer();
  const form = await receiveForm(requestOf(MULTIPART, multipart(file('', ''), file('a.pdf', 'x'))), holder);
  expect(form.files.map(({ name, size }) => [name, size])).toEqual([['a.pdf', 1]]);
  expect(discarded).toEqual(['']);
});

test('lets go of each file that was taken, beside one that the disk did not take', async () => {
  const { holder, discarded } = notedBuffer();
  const form = await receiveForm(
    requestOf(MULTIPART, multipart(file('a.pdf', 'um'), file('b.pdf', 'quebra'), file('c.pdf', 'dois'))),
    holder,
  );
  expect([form.fault, form.diskError?.code]).toEqual(['no-space', 'NO_SPACE']);
  await form.discard();
  expect(discarded).toEqual(['um', 'dois']);
});

test.each([
  ['an error of the catalogue that is none of the disk', new AppError('UPLOAD_TOO_LARGE'), 'UPLOAD_TOO_LARGE'],
  ['any other error', new Error('the buffer is broken'), 'BAD_UPLOAD'],
])('a file that fails by %s is not left out of the form, which fails and holds nothing', async (_what, failure, code) => {
  const { holder, discarded } = notedBuffer(failure);
  const received = receiveForm(requestOf(MULTIPART, multipart(file('a.pdf', 'um'), file('b.pdf', 'quebra'))), holder);
  await expect(received).rejects.toMatchObject({ code });
  expect(discarded).toEqual(['um']);
});
