import { Readable } from 'node:stream';

/**
 * A stream of what a generator yields, asked for one piece ahead of its reader. Destroying the stream aborts the generator's signal, because a
 * generator that waits for bytes cannot be ended from outside.
 */
export function pulledStream(pieces: (signal: AbortSignal) => AsyncGenerator<Uint8Array>): Readable {
  const destroyed = new AbortController();
  const turn = pieces(destroyed.signal);
  return new Readable({
    // A buffer that holds anything is full: the reader's next piece waits, and no other is fetched.
    highWaterMark: 1,
    read() {
      turn.next().then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      destroyed.abort();
      void endQuietly(turn);
      done(error);
    },
  });
}

/** The reader has left: later errors of the source are dropped. */
async function endQuietly(turn: AsyncGenerator<Uint8Array>): Promise<void> {
  await turn.return(undefined).catch(() => undefined);
}
