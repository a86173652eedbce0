/**
 * The configuration: environment variables, parsed once at start. The only module that knows their names; `.env.example` and the
 * README's table are checked against `VARIABLES`.
 */
import { z } from 'zod';
import { type FilesConfig, filesConfig, filesFaults } from './config-files.ts';
import {
  hostNames,
  isTimeZone,
  localPath,
  matching,
  onOrOff,
  optionalText,
  secret,
  tileTemplate,
  url,
  wholeNumber,
} from './config-values.ts';
import { LOG_LEVELS, type LogLevel } from './observability/log.ts';

interface Variable {
  readonly name: string;
  /** Shown in the README; empty when the feature is off by default. */
  readonly default: string;
  readonly meaning: string;
  /** False while nothing reads it yet: setting it gets one warning. */
  readonly available: boolean;
}

/** Every variable, in the order of the README's table. */
export const VARIABLES = [
  { name: 'PORT', default: '3000', meaning: 'Port to listen on.', available: true },
  { name: 'HOST', default: '0.0.0.0', meaning: 'Address to listen on.', available: true },
  { name: 'SITE_URL', default: 'http://localhost:$PORT', meaning: 'Public address of the site; https turns HSTS on.', available: true },
  { name: 'SITE_TITLE', default: '', meaning: 'Title where the content has none.', available: true },
  { name: 'SITE_DESCRIPTION', default: '', meaning: 'Description where the content has none.', available: true },
  { name: 'SITE_FAVICON', default: '/favicon.svg', meaning: 'Path of the favicon where the content has none.', available: true },
  { name: 'SITE_SOCIAL_IMAGE', default: '', meaning: 'Path of the social image where the content has none.', available: true },
  { name: 'TIME_ZONE', default: 'America/Sao_Paulo', meaning: 'IANA time zone of dates on the pages.', available: true },
  { name: 'DATA_DIR', default: './.data', meaning: 'Database and files of the embedded backend without DATABASE_URL.', available: true },
  { name: 'DATABASE_URL', default: '', meaning: 'Postgres for rows and files, in place of the database in process.', available: true },
  {
    name: 'SHARED_FILES_DIR',
    default: '',
    meaning: 'A directory that all replicas mount, for the files in place of the database.',
    available: true,
  },
  { name: 'S3_ENDPOINT', default: '', meaning: 'S3-compatible service for the files in place of the database.', available: true },
  { name: 'S3_BUCKET', default: '', meaning: 'Bucket of that service, for this site alone.', available: true },
  { name: 'S3_REGION', default: 'us-east-1', meaning: 'Region of the bucket.', available: true },
  { name: 'S3_ACCESS_KEY_ID', default: '', meaning: 'Key that may read, write, delete and list in the bucket.', available: true },
  { name: 'S3_SECRET_ACCESS_KEY', default: '', meaning: 'Secret of that key.', available: true },
  {
    name: 'PROJECT_DIR',
    default: '',
    meaning: 'Another Nhost project (migrations and metadata) for the embedded backend.',
    available: true,
  },
  { name: 'DEMO_CONTENT', default: 'auto', meaning: 'on, off, or auto: on in a new data directory without DATABASE_URL.', available: true },
  { name: 'GRAPHQL_URL', default: '', meaning: 'GraphQL endpoint of a hosted backend.', available: false },
  { name: 'GRAPHQL_WS_URL', default: '', meaning: 'WebSocket endpoint; subscriptions are on only when it is set.', available: true },
  { name: 'STORAGE_URL', default: '', meaning: 'Storage of a hosted backend; files then come from there.', available: true },
  { name: 'AUTH_URL', default: '', meaning: 'Authentication of a hosted backend.', available: false },
  {
    name: 'GRAPHQL_ADMIN_SECRET',
    default: '',
    meaning: 'Opens /v1/graphql to x-hasura-admin-secret; at least 16 characters.',
    available: true,
  },
  { name: 'CACHE_URL', default: '', meaning: 'Valkey or Redis shared by all replicas.', available: false },
  { name: 'EDGE_MEMORY_MB', default: '256', meaning: 'Memory of the edge cache, in MB; 16 at least.', available: true },
  {
    name: 'CDN_IN_FRONT',
    default: 'off',
    meaning: 'on where a cache in front obeys CDN-Cache-Control and Cache-Groups; without it they are not sent.',
    available: true,
  },
  {
    name: 'PURGE_TOKEN',
    default: '',
    meaning: 'Bearer token of /_edge/stats and /_edge/purge, which are not there without it; at least 16 characters.',
    available: true,
  },
  { name: 'WEBHOOK_SECRET', default: '', meaning: 'Shared secret of change events from a hosted backend.', available: false },
  { name: 'IMAGE_HOSTS', default: '', meaning: 'Remote hosts whose images may be resized, by commas.', available: true },
  { name: 'IMAGE_DISK_MB', default: '512', meaning: 'Disk for resized images below DATA_DIR, in MB; 0 keeps none.', available: true },
  { name: 'IMAGE_AVIF', default: 'on', meaning: 'on or off: images as AVIF to browsers that name it.', available: true },
  {
    name: 'IMAGE_NAT64',
    default: 'off',
    meaning: 'on where the network reaches IPv4 hosts of IMAGE_HOSTS through NAT64.',
    available: true,
  },
  { name: 'ADMIN_APP_URL', default: '', meaning: 'Application framed at /admin.', available: true },
  {
    name: 'MAP_TILE_URL',
    default: '',
    meaning: 'Tile template of the map, with {z}, {x} and {y}; without it the page lists the units only.',
    available: true,
  },
  { name: 'MAP_TILE_ATTRIBUTION', default: '', meaning: 'Attribution shown with the tiles, as plain text.', available: true },
  { name: 'TRUST_PROXY', default: '0', meaning: 'Number of proxies in front whose X-Forwarded-* fields are believed.', available: true },
  {
    name: 'KEEP_ALIVE_SECONDS',
    default: '75',
    meaning: 'Seconds for which an unused connection stays open; more than a balancer in front keeps it.',
    available: true,
  },
  { name: 'METRICS_PORT', default: '', meaning: 'Port of the metrics listener.', available: false },
  { name: 'LOG_LEVEL', default: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent.', available: true },
] as const satisfies readonly Variable[];

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin without a trailing slash. */
  readonly siteUrl: string;
  readonly siteTitle: string | null;
  readonly siteDescription: string | null;
  readonly siteFavicon: string;
  readonly siteSocialImage: string | null;
  readonly timeZone: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** Null: where the rows are, in the data directory or in the database. */
  readonly files: FilesConfig | null;
  readonly projectDirectory: string | null;
  readonly demonstration: boolean | 'auto';
  readonly graphqlWsUrl: string | null;
  readonly storageUrl: string | null;
  readonly graphqlAdminSecret: string | null;
  readonly edgeMemoryMb: number;
  readonly cdnInFront: boolean;
  readonly purgeToken: string | null;
  /** Lower case, without port. */
  readonly imageHosts: readonly string[];
  readonly imageDiskMb: number;
  readonly imageAvif: boolean;
  readonly imageNat64: boolean;
  readonly adminAppUrl: string | null;
  /** With `{z}`, `{x}` and `{y}`. */
  readonly mapTileUrl: string | null;
  readonly mapTileAttribution: string | null;
  readonly trustProxy: number;
  readonly keepAliveSeconds: number;
  readonly logLevel: LogLevel;
}

/** True when visitors reach the site by https. */
export function isHttps({ siteUrl }: Pick<Config, 'siteUrl'>): boolean {
  return siteUrl.startsWith('https:');
}

export type ConfigReading =
  | { readonly kind: 'ok'; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly kind: 'faulty'; readonly faults: readonly string[]; readonly warnings: readonly string[] };

const SCHEMA = z.object({
  PORT: wholeNumber('PORT', 0, 65_535, 3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  SITE_URL: url('SITE_URL', ['http:', 'https:']),
  SITE_TITLE: optionalText,
  SITE_DESCRIPTION: optionalText,
  SITE_FAVICON: localPath('SITE_FAVICON').default('/favicon.svg'),
  SITE_SOCIAL_IMAGE: localPath('SITE_SOCIAL_IMAGE')
    .optional()
    .transform((value) => value ?? null),
  TIME_ZONE: z.string().default('America/Sao_Paulo').refine(isTimeZone, 'TIME_ZONE must be a time zone such as America/Sao_Paulo'),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: url('DATABASE_URL', ['postgres:', 'postgresql:']),
  SHARED_FILES_DIR: optionalText,
  S3_ENDPOINT: url('S3_ENDPOINT', ['http:', 'https:']),
  S3_BUCKET: matching('S3_BUCKET', /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, 'S3_REGION must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: matching('S3_ACCESS_KEY_ID', /^[!-~]{3,200}$/, 'printable characters without spaces'),
  S3_SECRET_ACCESS_KEY: secret('S3_SECRET_ACCESS_KEY'),
  PROJECT_DIR: optionalText,
  DEMO_CONTENT: z
    .enum(['on', 'off', 'auto', '0', '1'], 'DEMO_CONTENT must be on, off or auto')
    .default('auto')
    .transform((value) => (value === 'auto' ? 'auto' : value === 'on' || value === '1')),
  GRAPHQL_WS_URL: url('GRAPHQL_WS_URL', ['ws:', 'wss:']),
  STORAGE_URL: url('STORAGE_URL', ['http:', 'https:']),
  GRAPHQL_ADMIN_SECRET: secret('GRAPHQL_ADMIN_SECRET'),
  EDGE_MEMORY_MB: wholeNumber('EDGE_MEMORY_MB', 16, 65_536, 256),
  CDN_IN_FRONT: onOrOff('CDN_IN_FRONT', 'off'),
  PURGE_TOKEN: secret('PURGE_TOKEN'),
  IMAGE_HOSTS: hostNames('IMAGE_HOSTS'),
  IMAGE_DISK_MB: wholeNumber('IMAGE_DISK_MB', 0, 999_999, 512),
  IMAGE_AVIF: onOrOff('IMAGE_AVIF', 'on'),
  IMAGE_NAT64: onOrOff('IMAGE_NAT64', 'off'),
  MAP_TILE_URL: tileTemplate('MAP_TILE_URL'),
  MAP_TILE_ATTRIBUTION: optionalText,
  ADMIN_APP_URL: url('ADMIN_APP_URL', ['http:', 'https:']),
  TRUST_PROXY: wholeNumber('TRUST_PROXY', 0, 10, 0),
  KEEP_ALIVE_SECONDS: wholeNumber('KEEP_ALIVE_SECONDS', 1, 3_600, 75),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/** Names that are off when 0 as well as when empty; for the others 0 is a value of its own. */
const OFF_AT_ZERO: ReadonlySet<string> = new Set([
  'GRAPHQL_WS_URL',
  'ADMIN_APP_URL',
  'DATABASE_URL',
  'SHARED_FILES_DIR',
  'S3_ENDPOINT',
  'PROJECT_DIR',
  'STORAGE_URL',
  'PURGE_TOKEN',
  'IMAGE_HOSTS',
  'MAP_TILE_URL',
  'MAP_TILE_ATTRIBUTION',
  'GRAPHQL_ADMIN_SECRET',
]);

/** Reads the configuration from `environment`. All faults are collected, in plain words, each naming its variable. Pure. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigReading {
  const given: Record<string, string> = {};
  for (const { name } of VARIABLES) {
    const value = environment[name]?.trim() ?? '';
    if (value !== '' && !(OFF_AT_ZERO.has(name) && value === '0')) given[name] = value;
  }
  const parsed = SCHEMA.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => faultText(String(issue.path[0] ?? ''), issue.message));
  if (given['GRAPHQL_URL'] !== undefined) {
    faults.push('GRAPHQL_URL: the hosted backend is not available in this version; unset it to use the embedded backend');
  }
  faults.push(...filesFaults(given));
  const warnings = warningsFor(given, environment);
  if (!parsed.success || faults.length > 0) return { kind: 'faulty', faults, warnings };
  return { kind: 'ok', config: toConfig(parsed.data), warnings };
}

function toConfig(values: z.output<typeof SCHEMA>): Config {
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl: new URL(values.SITE_URL ?? `http://localhost:${values.PORT}`).origin,
    siteTitle: values.SITE_TITLE,
    siteDescription: values.SITE_DESCRIPTION,
    siteFavicon: values.SITE_FAVICON,
    siteSocialImage: values.SITE_SOCIAL_IMAGE,
    timeZone: values.TIME_ZONE,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    files: filesConfig(values),
    projectDirectory: values.PROJECT_DIR,
    demonstration: values.DEMO_CONTENT,
    graphqlWsUrl: values.GRAPHQL_WS_URL,
    storageUrl: values.STORAGE_URL,
    graphqlAdminSecret: values.GRAPHQL_ADMIN_SECRET,
    edgeMemoryMb: values.EDGE_MEMORY_MB,
    cdnInFront: values.CDN_IN_FRONT,
    purgeToken: values.PURGE_TOKEN,
    imageHosts: values.IMAGE_HOSTS,
    imageDiskMb: values.IMAGE_DISK_MB,
    imageAvif: values.IMAGE_AVIF,
    imageNat64: values.IMAGE_NAT64,
    adminAppUrl: values.ADMIN_APP_URL,
    mapTileUrl: values.MAP_TILE_URL,
    mapTileAttribution: values.MAP_TILE_ATTRIBUTION,
    trustProxy: values.TRUST_PROXY,
    keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
    logLevel: values.LOG_LEVEL,
  };
}

function faultText(name: string, message: string): string {
  return message.startsWith(name) ? message : `${name}: ${message}`;
}

function warningsFor(given: Readonly<Record<string, string>>, environment: Readonly<Record<string, string | undefined>>): string[] {
  const warnings: string[] = VARIABLES.filter(({ name, available }) => !available && given[name] !== undefined && given[name] !== '0').map(
    ({ name }) => `${name} is set, but its feature is not in this version; it has no effect`,
  );
  const known: readonly string[] = VARIABLES.map(({ name }) => name);
  for (const name of Object.keys(environment)) {
    if (known.includes(name) || !/^[A-Z][A-Z0-9_]+$/.test(name)) continue;
    const near = known.find((candidate) => isNearName(name, candidate));
    if (near !== undefined) warnings.push(`${name} is not known; did you mean ${near}?`);
  }
  return warnings;
}

/** Short names are near to too many others (HOME and HOST), so two letters count only from six letters on. */
function isNearName(name: string, candidate: string): boolean {
  const allowed = candidate.length < 6 ? 1 : 2;
  return editDistance(name, candidate, allowed) <= allowed;
}

/** Levenshtein distance, given up as `limit + 1` once it must be larger. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}
