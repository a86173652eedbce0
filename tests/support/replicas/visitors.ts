/** Visitors who load one page after the other, each with the stylesheets, scripts and state that it names, as a browser with an empty cache. */
import { setTimeout as pause } from 'node:timers/promises';

export interface VisitorsOptions {
  /** Of the balancer. */
  readonly url: string;
  /** Paths, visited one after the other. */
  readonly paths: readonly string[];
  /** At the same time. */
  readonly count: number;
  /** Name of the build that a hashed file belongs to. */
  readonly buildOf: (asset: string) => string;
  /** Says whether a page of a path may have this text now. */
  readonly isRight: (path: string, text: string) => boolean;
}

/** Many pages a second, each with a dozen files: nothing that is out for a moment stays unseen. */
export const SHORT_PAUSE_MS = 50;

export class Visitors {
  /** Each failed request: what was going on, the path and the answer. */
  readonly failures: string[] = [];
  /** What is going on, for the failures. */
  during = '';
  /** Milliseconds that each waits before a page. Without any they take all the processors that the other tests want too. */
  pauseMs = SHORT_PAUSE_MS;
  readonly #options: VisitorsOptions;
  readonly #loads = new Map<string, number>();
  #waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  #leaving = false;
  #all: Promise<unknown> = Promise.resolve();
  /** The last load of each. */
  readonly #lastLoads: Promise<void>[] = [];

  constructor(options: VisitorsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#all = Promise.all(Array.from({ length: this.#options.count }, (_, n) => this.#stroll(n)));
  }

  /** Resolves when all requests under way have ended. */
  async leave(): Promise<void> {
    this.#leaving = true;
    await this.#all;
  }

  /** Resolves when the loads that are under way now have ended. */
  async underWay(): Promise<void> {
    await Promise.all(this.#lastLoads);
  }

  /** Requests of the paths that were answered, and of pages those of one build where it is named. */
  loads(build?: string): number {
    return build === undefined ? [...this.#loads.values()].reduce((sum, count) => sum + count, 0) : (this.#loads.get(build) ?? 0);
  }

  /** Resolves after this many more. */
  more(count: number, build?: string): Promise<void> {
    const goal = this.loads(build) + count;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ isMet: () => this.loads(build) >= goal, resolve });
    return promise;
  }

  async #stroll(first: number): Promise<void> {
    const { paths } = this.#options;
    for (let turn = first; !this.#leaving; turn += 1) {
      await pause(this.pauseMs);
      this.#lastLoads[first] = this.#load(paths[turn % paths.length] ?? '/');
      await this.#lastLoads[first];
    }
  }

  async #load(path: string): Promise<void> {
    const text = await this.#get(path);
    const parts = [...text.matchAll(/(?:href|src|data-[a-z]+)="(\/(?:assets|_tema|_estado)\/[^"]+)"/g)].map(([, part]) => part ?? '');
    for (const part of new Set(parts)) await this.#get(part, `, named by ${path}`);
    const build = this.#options.buildOf(parts.find((part) => part.startsWith('/assets/'))?.slice('/assets/'.length) ?? '');
    this.#loads.set(build, (this.#loads.get(build) ?? 0) + 1);
    for (const { resolve } of this.#waiting.filter(({ isMet }) => isMet())) resolve();
    this.#waiting = this.#waiting.filter(({ isMet }) => !isMet());
  }

  async #get(path: string, why = ''): Promise<string> {
    const about = `${this.during}: ${path}${why}`;
    try {
      const answer = await fetch(this.#options.url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
      const text = await answer.text();
      if (answer.status !== 200) this.failures.push(`${about}: ${answer.status} ${answer.headers.get('cache-status') ?? ''}`);
      else if (why === '' && !this.#options.isRight(path, text)) this.failures.push(`${about}: the text of another page, or an old one`);
      return answer.headers.get('content-type')?.startsWith('text/html') === true ? text : '';
    } catch (error) {
      this.failures.push(`${about}: ${String(error instanceof Error && error.cause !== undefined ? error.cause : error)}`);
      return '';
    }
  }
}
