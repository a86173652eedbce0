/** Several files on their way: one after the other, each with an outcome of its own, so that one that fails leaves the others as they are. */
import { useEffect, useRef, useState } from 'react';
import { type UploadOutcome, type UploadSession, uploadFile } from './upload.ts';

export type QueuedState =
  | { readonly kind: 'chosen' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'sending'; readonly share: number }
  | UploadOutcome;

export interface QueuedFile {
  readonly key: string;
  readonly file: File;
  /** What a picture shows, once somebody has written it. */
  readonly alt: string;
  readonly state: QueuedState;
}

export interface UploadQueue {
  readonly files: readonly QueuedFile[];
  /** Takes files into the list; one that is in it already is not taken twice. */
  add(files: readonly File[]): void;
  describe(key: string, alt: string): void;
  /** Takes a file that is not on its way from the list. */
  remove(key: string): void;
  send(keys: readonly string[]): void;
  /** Sends files in spite of what the site has said of them. */
  confirm(keys: readonly string[], confirmed: NonNullable<Job['confirmed']>): void;
  cancel(key: string): void;
}

export interface UploadQueueOptions {
  readonly session: UploadSession;
  readonly onStored: (id: string, file: File) => void;
}

interface Job {
  readonly key: string;
  readonly file: File;
  readonly alt: string | null;
  readonly confirmed: { readonly codes: readonly string[]; readonly reason: string } | null;
}

/** Makes the queue of the component around it. What is under way ends with the component. */
export function useUploadQueue({ session, onStored }: UploadQueueOptions): UploadQueue {
  const [files, setFiles] = useState<readonly QueuedFile[]>([]);
  const waiting = useRef<Job[]>([]);
  const running = useRef<{ readonly key: string; readonly controller: AbortController } | null>(null);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });
  useEffect(
    () => () => {
      waiting.current = [];
      running.current?.controller.abort();
    },
    [],
  );
  const set = (keys: readonly string[], state: QueuedState): void =>
    setFiles((now) => now.map((queued) => (keys.includes(queued.key) ? { ...queued, state } : queued)));
  /** Returns whether the person may go on. */
  const run = async (job: Job): Promise<boolean> => {
    const { key, file, alt, confirmed } = job;
    const controller = new AbortController();
    running.current = { key, controller };
    let isSignedIn = true;
    const outcome = await uploadFile(
      { file, bucket: 'default', replaces: null, alt, confirmed },
      {
        signal: controller.signal,
        isOwn: session.isOwn,
        renew: async () => {
          isSignedIn = await session.renew();
          return isSignedIn;
        },
        onProgress: (share) => set([key], { kind: 'sending', share }),
      },
    );
    running.current = null;
    set([key], controller.signal.aborted ? { kind: 'cancelled' } : outcome);
    if (outcome.kind === 'stored' && !controller.signal.aborted) stored.current(outcome.id, file);
    // Each of the others would ask for the sign-in once more.
    if (!isSignedIn)
      set(
        waiting.current.splice(0).map((left) => left.key),
        outcome,
      );
    return isSignedIn;
  };
  const enqueue = async (jobs: readonly Job[]): Promise<void> => {
    set(
      jobs.map(({ key }) => key),
      { kind: 'queued' },
    );
    waiting.current.push(...jobs);
    if (running.current !== null) return;
    for (let job = waiting.current.shift(); job !== undefined; job = waiting.current.shift()) {
      set([job.key], { kind: 'sending', share: 0 });
      await run(job);
    }
  };
  const jobsOf = (keys: readonly string[], confirmed: Job['confirmed']): readonly Job[] =>
    files.filter(({ key }) => keys.includes(key)).map(({ key, file, alt }) => ({ key, file, alt: alt.trim() || null, confirmed }));
  return {
    files,
    add: (added) => setFiles((now) => withAdded(now, added)),
    describe: (key, alt) => setFiles((now) => now.map((queued) => (queued.key === key ? { ...queued, alt } : queued))),
    remove: (key) => {
      waiting.current = waiting.current.filter((job) => job.key !== key);
      setFiles((now) => now.filter((queued) => queued.key !== key));
    },
    send: (keys) => void enqueue(jobsOf(keys, null)),
    confirm: (keys, confirmed) => void enqueue(jobsOf(keys, confirmed)),
    cancel: (key) => {
      if (running.current?.key === key) running.current.controller.abort();
    },
  };
}

function withAdded(files: readonly QueuedFile[], added: readonly File[]): readonly QueuedFile[] {
  const known = new Set(files.map(({ key }) => key));
  const fresh = new Map(added.map((file) => [`${file.name} ${file.size} ${file.lastModified}`, file]));
  const taken = [...fresh].filter(([key]) => !known.has(key));
  return [...files, ...taken.map(([key, file]): QueuedFile => ({ key, file, alt: '', state: { kind: 'chosen' } }))];
}
