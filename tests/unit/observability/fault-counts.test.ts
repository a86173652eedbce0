import { describe, expect, test } from 'vitest';
import { countRepeatedFaults } from '../../../server/observability/fault-counts.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { fakeClock } from '../../integration/edge/harness.ts';

interface Line {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that counts over a recording one, and the clock of its intervals. */
function started() {
  const clock = fakeClock();
  const lines: Line[] = [];
  const at = (level: string) => (fields: Line['fields'], message: string) => void lines.push({ level, fields, message });
  const recording: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  /** What a log of the level `info` shows: the first lines as `message`, the others with their number. */
  const shown = (): readonly string[] =>
    lines
      .filter(({ level }) => level !== 'debug')
      .map(({ message, fields: { repeated } }) => (typeof repeated === 'number' ? `${message} +${repeated}` : message));
  return { log: countRepeatedFaults(recording, clock), lines, shown, clock };
}

class CodedError extends Error {
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super('a message that differs', { cause });
    this.code = code;
  }
}

const refused = (): Error => new CodedError('BACKEND_UNAVAILABLE', new CodedError('ECONNREFUSED'));

describe('a fault that repeats', () => {
  test('is one line with its error, and then one line with a number for each minute in which it came again', () => {
    const { log, lines, shown, clock } = started();
    const first = refused();
    log.error({ err: first, requestId: 'r1' }, 'page failed');
    for (let count = 0; count < 99; count += 1) log.error({ err: refused(), requestId: 'r2' }, 'page failed');
    expect(shown()).toEqual(['page failed']);
    expect(lines[0]).toEqual({ level: 'error', fields: { err: first, requestId: 'r1' }, message: 'page failed' });
    clock.advance(59.9);
    log.error({ err: refused() }, 'page failed');
    clock.advance(0.1);
    log.error({ err: refused() }, 'page failed');
    expect(shown()).toEqual(['page failed', 'page failed +100']);
    expect(lines.at(-2)).toEqual({
      level: 'error',
      fields: { repeated: 100, seconds: 60, error: 'BACKEND_UNAVAILABLE' },
      message: 'page failed',
    });
    clock.advance(60);
    expect(shown()).toEqual(['page failed', 'page failed +100', 'page failed +1']);
  });

  test('is a line with its error again after a minute without it', () => {
    const { log, shown, clock } = started();
    log.warn({ err: refused() }, 'late');
    clock.advance(60);
    log.warn({ err: refused() }, 'late');
    clock.advance(60);
    expect(shown()).toEqual(['late', 'late']);
  });

  test('has a line for each time at the level debug, with its request and without its stack', () => {
    const { log, lines } = started();
    for (const requestId of ['r1', 'r2']) log.error({ err: refused(), requestId, path: '/lai' }, 'page failed');
    expect(lines.at(-1)).toEqual({
      level: 'debug',
      fields: { requestId: 'r2', path: '/lai', error: 'BACKEND_UNAVAILABLE' },
      message: 'page failed',
    });
  });
});

describe('two faults', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['of two codes', new CodedError('A'), new CodedError('B')],
    ['of one code with two causes', new CodedError('A', new CodedError('C')), new CodedError('A', new CodedError('D'))],
    ['that two places in the code have thrown', new CodedError('A', new TypeError('x')), new CodedError('A', new TypeError('x'))],
    ['of which one is no error', new Error('x'), 'x'],
  ])('%s are two lines', (_what, one, other) => {
    const { log, shown } = started();
    for (const err of [one, other, one, other]) log.error({ err }, 'request failed');
    expect(shown()).toEqual(['request failed', 'request failed']);
  });

  test('two faults with two messages are two lines, and so are a warning and an error', () => {
    const { log, shown } = started();
    const err = new Error('x');
    for (const message of ['a', 'b']) {
      log.error({ err }, message);
      log.warn({ err }, message);
    }
    expect(shown()).toEqual(['a', 'a', 'b', 'b']);
  });

  test('a fault whose causes lead back to itself does not end the process', () => {
    const { log, shown } = started();
    const err = new Error('x');
    err.cause = err;
    for (let count = 0; count < 2; count += 1) log.error({ err }, 'ring');
    expect(shown()).toEqual(['ring']);
  });
});

test('kinds without end are one line when 200 are known', () => {
  const { log, shown, clock } = started();
  for (let count = 0; count < 1_000; count += 1) log.error({ err: new CodedError(`CODE_${count}`) }, 'failed');
  expect(shown()).toHaveLength(201);
  clock.advance(60);
  expect(shown()).toEqual([...Array.from({ length: 201 }, () => 'failed'), 'faults of many kinds +799']);
});

test('lines without an error are never counted', () => {
  const { log, shown } = started();
  for (let count = 0; count < 3; count += 1) {
    log.warn({}, 'changes may have been missed');
    log.info({ err: new Error('x') }, 'told');
  }
  expect(shown()).toHaveLength(6);
});
