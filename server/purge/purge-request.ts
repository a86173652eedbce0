/** Parses the body of a purge request. Pure. */
import { z } from 'zod';
import { fileGroups } from '../../shared/cache/groups.ts';
import { PURGE_FAULTS } from '../../shared/errors/codes.ts';
import { fileIdFromPath } from '../../shared/files/file-url.ts';
import { IMAGE_PATH } from '../../shared/images/image-url.ts';
import { parseImageSource } from '../../shared/images/source.ts';
import { pagePathOfPayload, payloadUrl } from '../../shared/routes/url.ts';
import type { PurgeMode } from '../edge/index.ts';
import { splitTarget } from '../message/request-target.ts';

export interface PurgeRequest {
  readonly mode: PurgeMode;
  readonly all: boolean;
  /** Request targets of this site: each page with its payload, each payload with its page. */
  readonly urls: readonly string[];
  readonly groups: readonly string[];
}

export type PurgeRequestParse =
  | { readonly kind: 'ok'; readonly call: PurgeRequest }
  | { readonly kind: 'faulty'; readonly message: string };

/** Most addresses or groups of one request. */
const MAX_NAMED = 200;
const MAX_URL = 2_048;
/** The edge stores no longer group names. */
const MAX_GROUP = 256;

const Url = z.string(PURGE_FAULTS.url).min(1, PURGE_FAULTS.url).max(MAX_URL, PURGE_FAULTS.url);
// A cache group is a structured-field string (RFC 9875 §2): printable ASCII.
const Group = z
  .string(PURGE_FAULTS.group)
  .max(MAX_GROUP, PURGE_FAULTS.group)
  .regex(/^[\x20-\x7e]+$/, PURGE_FAULTS.group);
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, PURGE_FAULTS.tooMany).min(1, PURGE_FAULTS.tooMany).max(MAX_NAMED, PURGE_FAULTS.tooMany);

const Body = z
  .strictObject(
    {
      url: Url.optional(),
      urls: listOf(Url).optional(),
      group: Group.optional(),
      groups: listOf(Group).optional(),
      all: z.literal(true, PURGE_FAULTS.all).optional(),
      // Soft by default: the stored response is never fresh again, but may be served when the backend fails. A caller that must have a
      // text deleted, as unpublishing does, asks for hard (decision 0011).
      mode: z.enum(['soft', 'hard'], PURGE_FAULTS.mode).default('soft'),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? PURGE_FAULTS.unknownField : PURGE_FAULTS.notAnObject) },
  )
  .refine(({ mode: _mode, ...targets }) => Object.keys(targets).length === 1, PURGE_FAULTS.target);

/** Reads a parsed JSON body. @param siteUrl origin of this site, for addresses written in full. */
export function parsePurgeRequest(body: unknown, siteUrl: string): PurgeRequestParse {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return { kind: 'faulty', message: parsed.error.issues[0]?.message ?? PURGE_FAULTS.notAnObject };
  const { mode, all = false, url, urls = [], group, groups = [] } = parsed.data;
  const named = url === undefined ? urls : [url];
  const targets = named.map((address) => targetOf(address, siteUrl));
  if (targets.includes(null)) return { kind: 'faulty', message: PURGE_FAULTS.elsewhere };
  const local = targets.filter((target) => target !== null);
  return {
    kind: 'ok',
    call: {
      mode,
      all,
      urls: [...new Set(local.flatMap((target) => [target, ...counterpartsOf(target)]))],
      groups: [...new Set([...(group === undefined ? groups : [group]), ...local.flatMap(fileGroupsOf)])],
    },
  };
}

/** Returns path and query of an address of this site; null for another's. */
function targetOf(address: string, siteUrl: string): string | null {
  if (!/^\/|^https?:\/\//i.test(address) || !URL.canParse(address, siteUrl)) return null;
  const url = new URL(address, siteUrl);
  return url.origin === new URL(siteUrl).origin ? url.pathname + url.search : null;
}

/** The payload of a page, and the page of a payload: two addresses of one content. */
function counterpartsOf(target: string): readonly string[] {
  const { path, query } = splitTarget(target);
  if (path === IMAGE_PATH || fileIdFromPath(path) !== null) return [];
  const page = pagePathOfPayload(path);
  return [page === null ? payloadUrl(target) : `${page}${query}`];
}

/** A picture is stored in one format for each kind of browser, under keys that only the image service knows; its groups name them all. */
function fileGroupsOf(target: string): readonly string[] {
  const { path, query } = splitTarget(target);
  const source = path === IMAGE_PATH ? parseImageSource(new URLSearchParams(query).get('url') ?? '') : null;
  const id = source?.kind === 'file' ? source.id : fileIdFromPath(path);
  return id === null ? [] : fileGroups(id).filter((group) => group.includes(':'));
}
