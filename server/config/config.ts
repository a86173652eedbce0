/** The configuration: environment variables (variables.ts), parsed once at start. The only module that reads them. */
import { z } from 'zod';
import { EMAIL_ADDRESS, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../shared/session/credentials.ts';
import { LOG_LEVELS, type LogLevel } from '../observability/log.ts';
import { SAMPLERS, type TracingSettings, tracingSettings } from '../observability/tracing/settings.ts';
import { type CasesKeys, casesKey, casesKeyFaults } from './cases-key.ts';
import { type FilesConfig, filesConfig, filesFaults } from './files.ts';
import { type HostedConfig, hostedConfig, hostedFaults } from './hosted.ts';
import { type MailConfig, mailConfig, mailFaults } from './mail.ts';
import { type TokenKeyConfig, tokenKey } from './token-key.ts';
import {
  bucketService,
  cacheAddress,
  folderOfAnotherSite,
  hostNames,
  localPath,
  matching,
  namedValues,
  onOrOff,
  optionalText,
  secret,
  secrets,
  serviceUrl,
  share,
  tileTemplate,
  url,
  wholeNumber,
} from './values.ts';
import { VARIABLES, type VariableName } from './variables.ts';
import { warningsFor } from './warnings.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin without a trailing slash. */
  readonly siteUrl: string;
  readonly siteTitle: string | null;
  readonly siteDescription: string | null;
  readonly siteFavicon: string;
  readonly siteSocialImage: string | null;
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  /** Null: where the rows are, in the data directory or in the database. */
  readonly files: FilesConfig | null;
  readonly projectDirectory: string | null;
  readonly demonstration: boolean | 'auto';
  /** For `npm run backend`: answers bigint, numeric and double precision as texts. */
  readonly stringifiesNumerics: boolean;
  /** Null: the embedded backend. */
  readonly hosted: HostedConfig | null;
  readonly graphqlWsUrl: string | null;
  readonly storageUrl: string | null;
  /** Each is accepted. */
  readonly graphqlAdminSecrets: readonly string[];
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  /** Null: the server makes its keys. */
  readonly tokenKey: TokenKeyConfig | null;
  /** Null: the backend keeps one. The first is in use. */
  readonly casesKeys: CasesKeys | null;
  /** Null: no e-mail is sent. */
  readonly mail: MailConfig | null;
  /** Null: each replica stands alone. */
  readonly cacheUrl: string | null;
  readonly edgeMemoryMb: number;
  readonly cdnInFront: boolean;
  readonly purgeTokens: readonly string[];
  readonly webhookSecrets: readonly string[];
  /** Lower case, without port. */
  readonly imageHosts: readonly string[];
  readonly imageDiskMb: number;
  readonly imageAvif: boolean;
  readonly imageNat64: boolean;
  readonly adminAppUrl: string | null;
  /** Pattern of the address of a tile, with `{z}`, `{x}` and `{y}`. */
  readonly mapTileUrl: string | null;
  readonly mapTileAttribution: string | null;
  /** Without a slash at its end. */
  readonly vlibrasUrl: string | null;
  readonly trustProxy: number;
  readonly keepAliveSeconds: number;
  readonly directHits: boolean;
  readonly warmUp: boolean;
  readonly drainDelayMs: number;
  readonly drainTimeoutMs: number;
  /** Null: no listener of metrics. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Null: traces are not recorded. */
  readonly tracing: TracingSettings | null;
  readonly debugToken: string | null;
  readonly accessLog: boolean;
  readonly cspReports: boolean;
  readonly offlineCopies: boolean;
  readonly logLevel: LogLevel;
}

/** True when visitors reach the site by https. */
export function isHttps({ siteUrl }: Pick<Config, 'siteUrl'>): boolean {
  return siteUrl.startsWith('https:');
}

export type ConfigReading =
  | { readonly kind: 'ok'; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly kind: 'faulty'; readonly faults: readonly string[]; readonly warnings: readonly string[] };

const PASSWORD = new RegExp(`^.{${SHORTEST_PASSWORD},${LONGEST_PASSWORD}}$`, 'su');

/** A variable that the list of names lacks would never be read, so the types ask for each in both. */
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
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: serviceUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
  SHARED_FILES_DIR: optionalText,
  S3_ENDPOINT: bucketService('S3_ENDPOINT'),
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
  STRINGIFY_NUMERIC_TYPES: onOrOff('STRINGIFY_NUMERIC_TYPES', 'off'),
  GRAPHQL_URL: serviceUrl('GRAPHQL_URL', ['http:', 'https:']),
  GRAPHQL_WS_URL: serviceUrl('GRAPHQL_WS_URL', ['ws:', 'wss:']),
  STORAGE_URL: serviceUrl('STORAGE_URL', ['http:', 'https:']),
  AUTH_URL: serviceUrl('AUTH_URL', ['http:', 'https:']),
  GRAPHQL_ADMIN_SECRET: secrets('GRAPHQL_ADMIN_SECRET'),
  ADMIN_EMAIL: matching('ADMIN_EMAIL', EMAIL_ADDRESS, 'an e-mail address'),
  ADMIN_PASSWORD: matching('ADMIN_PASSWORD', PASSWORD, `a password of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`),
  JWT_SECRET: tokenKey('JWT_SECRET'),
  CASES_KEY: casesKey('CASES_KEY'),
  SMTP_URL: serviceUrl('SMTP_URL', ['smtp:', 'smtps:']),
  MAIL_FROM: matching('MAIL_FROM', EMAIL_ADDRESS, 'an e-mail address'),
  CACHE_URL: cacheAddress('CACHE_URL'),
  EDGE_MEMORY_MB: wholeNumber('EDGE_MEMORY_MB', 16, 65_536, 256),
  CDN_IN_FRONT: onOrOff('CDN_IN_FRONT', 'off'),
  PURGE_TOKEN: secrets('PURGE_TOKEN'),
  NHOST_WEBHOOK_SECRET: secrets('NHOST_WEBHOOK_SECRET'),
  IMAGE_HOSTS: hostNames('IMAGE_HOSTS'),
  IMAGE_DISK_MB: wholeNumber('IMAGE_DISK_MB', 0, 999_999, 512),
  IMAGE_AVIF: onOrOff('IMAGE_AVIF', 'on'),
  IMAGE_NAT64: onOrOff('IMAGE_NAT64', 'off'),
  MAP_TILE_URL: tileTemplate('MAP_TILE_URL'),
  MAP_TILE_ATTRIBUTION: optionalText,
  VLIBRAS_URL: folderOfAnotherSite('VLIBRAS_URL', 'https://vlibras.gov.br/app'),
  ADMIN_APP_URL: url('ADMIN_APP_URL', ['http:', 'https:']),
  TRUST_PROXY: wholeNumber('TRUST_PROXY', 0, 10, 0),
  KEEP_ALIVE_SECONDS: wholeNumber('KEEP_ALIVE_SECONDS', 1, 3_600, 75),
  DIRECT_HITS: onOrOff('DIRECT_HITS', 'on'),
  WARM_UP: onOrOff('WARM_UP', 'on'),
  DRAIN_DELAY_MS: wholeNumber('DRAIN_DELAY_MS', 0, 300_000, 3_000),
  DRAIN_TIMEOUT_MS: wholeNumber('DRAIN_TIMEOUT_MS', 0, 900_000, 15_000),
  METRICS_PORT: wholeNumber('METRICS_PORT', 0, 65_535, 0),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: serviceUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:']),
  OTEL_EXPORTER_OTLP_HEADERS: namedValues('OTEL_EXPORTER_OTLP_HEADERS'),
  OTEL_SERVICE_NAME: z.string().max(200).default('portal-previdencia'),
  OTEL_RESOURCE_ATTRIBUTES: namedValues('OTEL_RESOURCE_ATTRIBUTES'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: share('OTEL_TRACES_SAMPLER_ARG'),
  OTEL_SDK_DISABLED: z
    .string()
    .default('false')
    .transform((value) => value.toLowerCase() === 'true'),
  DEBUG_TOKEN: secret('DEBUG_TOKEN'),
  ACCESS_LOG: onOrOff('ACCESS_LOG', 'off'),
  CSP_REPORTS: onOrOff('CSP_REPORTS', 'off'),
  OFFLINE_COPIES: onOrOff('OFFLINE_COPIES', 'on'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
} satisfies Record<VariableName, z.ZodType>);

/** Reads the configuration from `environment`. All faults are collected, in plain words, each naming its variable. Pure. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigReading {
  const given: Record<string, string> = {};
  for (const { name, offAtZero } of VARIABLES) {
    const value = environment[name]?.trim() ?? '';
    if (value !== '' && !(offAtZero && value === '0')) given[name] = value;
  }
  const parsed = SCHEMA.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => faultText(String(issue.path[0] ?? ''), issue.message));
  faults.push(...filesFaults(given), ...hostedFaults(given), ...mailFaults(given));
  faults.push(...casesKeyFaults(given, environment['NODE_ENV'] === 'production'), ...cacheFaults(given));
  const warnings = warningsFor(given, environment);
  if (!parsed.success || faults.length > 0) return { kind: 'faulty', faults, warnings };
  return { kind: 'ok', config: toConfig(parsed.data), warnings };
}

/** A replica with rows of its own, whose DATABASE_URL was forgotten, would give its pages to all others. */
function cacheFaults(given: Readonly<Record<string, string>>): readonly string[] {
  const isAlone = given['DATABASE_URL'] === undefined && given['GRAPHQL_URL'] === undefined;
  return given['CACHE_URL'] !== undefined && isAlone
    ? ['DATABASE_URL or GRAPHQL_URL is missing; replicas that share CACHE_URL must have the same rows']
    : [];
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
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    files: filesConfig(values),
    projectDirectory: values.PROJECT_DIR,
    demonstration: values.DEMO_CONTENT,
    stringifiesNumerics: values.STRINGIFY_NUMERIC_TYPES,
    hosted: hostedConfig(values),
    graphqlWsUrl: values.GRAPHQL_WS_URL,
    storageUrl: values.STORAGE_URL,
    graphqlAdminSecrets: values.GRAPHQL_ADMIN_SECRET,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    tokenKey: values.JWT_SECRET,
    casesKeys: values.CASES_KEY,
    mail: mailConfig(values),
    cacheUrl: values.CACHE_URL,
    edgeMemoryMb: values.EDGE_MEMORY_MB,
    cdnInFront: values.CDN_IN_FRONT,
    purgeTokens: values.PURGE_TOKEN,
    webhookSecrets: values.NHOST_WEBHOOK_SECRET,
    imageHosts: values.IMAGE_HOSTS,
    imageDiskMb: values.IMAGE_DISK_MB,
    imageAvif: values.IMAGE_AVIF,
    imageNat64: values.IMAGE_NAT64,
    adminAppUrl: values.ADMIN_APP_URL,
    mapTileUrl: values.MAP_TILE_URL,
    mapTileAttribution: values.MAP_TILE_ATTRIBUTION,
    vlibrasUrl: values.VLIBRAS_URL,
    trustProxy: values.TRUST_PROXY,
    keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
    directHits: values.DIRECT_HITS,
    warmUp: values.WARM_UP,
    drainDelayMs: values.DRAIN_DELAY_MS,
    drainTimeoutMs: values.DRAIN_TIMEOUT_MS,
    metricsPort: values.METRICS_PORT === 0 ? null : values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    tracing: tracingSettings(values),
    debugToken: values.DEBUG_TOKEN,
    accessLog: values.ACCESS_LOG,
    cspReports: values.CSP_REPORTS,
    offlineCopies: values.OFFLINE_COPIES,
    logLevel: values.LOG_LEVEL,
  };
}

function faultText(name: string, message: string): string {
  return message.startsWith(name) ? message : `${name}: ${message}`;
}
