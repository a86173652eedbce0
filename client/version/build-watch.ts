/**
 * Notices that the site was deployed anew (specification section 7): about a second after the page is ready the running build's record and the
 * page's payload are looked at, then `latest.json` now and again.
 */
import { buildMetaPath, LATEST_BUILD_PATH, parseBuildMeta, parseLatestBuild } from '../../shared/builds/build.ts';
import { parsePayload } from '../../shared/builds/payload.ts';
import { payloadUrl } from '../../shared/routes/url.ts';

/** Specification section 9: payload and manifest checks run after about 1 s. */
const FIRST_CHECK_MS = 1_000;

/** The status and parsed JSON of an answer; `value` is undefined when the body is not JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly value: unknown;
}

export interface BuildWatchOptions {
  /** Id of the build that this document came from. */
  readonly build: string;
  /** Milliseconds between two looks at the latest build; 0 for none. */
  readonly pollMs: number;
  /** Path and query of the page that is shown now. */
  readonly href: () => string;
  /** Fetches JSON; null when the network failed. Never rejects. */
  readonly fetchJson: (url: string) => Promise<JsonAnswer | null>;
  /** Calls back after `ms`; returns the function that calls it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called once, when another build is there. */
  readonly onOutdated: () => void;
}

/** Starts to watch; returns the function that stops it. It stops by itself once another build was seen. */
export function watchBuild(options: BuildWatchOptions): () => void {
  let stopped = false;
  let cancel = (): void => {};
  const settle = (outdated: boolean): void => {
    if (stopped) return;
    if (outdated) {
      stopped = true;
      options.onOutdated();
    } else if (options.pollMs > 0) {
      cancel = options.after(options.pollMs, () => void isSuperseded(options).then(settle));
    }
  };
  cancel = options.after(FIRST_CHECK_MS, () => void isGone(options).then(settle));
  return () => {
    stopped = true;
    cancel();
  };
}

/** The first check: whether the server still has the build that runs here, and whether the page's data comes from the same build. */
async function isGone({ build, fetchJson, href }: BuildWatchOptions): Promise<boolean> {
  const [meta, payload] = await Promise.all([fetchJson(buildMetaPath(build)), fetchJson(payloadUrl(href()))]);
  if (meta !== null && (meta.status === 403 || meta.status === 404)) return true;
  const known = meta === null ? null : parseBuildMeta(meta.value);
  const served = payload === null ? null : parsePayload(payload.value);
  return (known !== null && known.id !== build) || (served !== null && served.build !== build);
}

/** The later checks. A failed request is ignored until the next check. */
async function isSuperseded({ build, fetchJson, now }: BuildWatchOptions): Promise<boolean> {
  const answer = await fetchJson(`${LATEST_BUILD_PATH}?${now()}`);
  const latest = answer === null ? null : parseLatestBuild(answer.value);
  return latest !== null && latest.id !== build;
}
