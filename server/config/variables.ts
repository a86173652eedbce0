/** Names, defaults and meanings of the environment variables. `server/tooling/variables.ts` writes them into `.env.example` and the README. */
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../shared/session/credentials.ts';

interface Variable {
  readonly name: string;
  /** Shown in the README; empty when the feature is off by default. */
  readonly default: string;
  readonly meaning: string;
  /** For those that 0 turns off as the empty text does; for the others 0 is a value of its own. */
  readonly offAtZero?: true;
}

const NAMED = [
  { name: 'PORT', default: '3000', meaning: 'Port to listen on.' },
  { name: 'HOST', default: '0.0.0.0', meaning: 'Address to listen on.' },
  { name: 'SITE_URL', default: 'http://localhost:$PORT', meaning: 'Public address of the site; https turns HSTS on.' },
  { name: 'SITE_TITLE', default: '', meaning: 'Title where the content has none.' },
  { name: 'SITE_DESCRIPTION', default: '', meaning: 'Description where the content has none.' },
  { name: 'SITE_FAVICON', default: '/favicon.svg', meaning: 'Path of the favicon where the content has none.' },
  { name: 'SITE_SOCIAL_IMAGE', default: '', meaning: 'Path of the social image where the content has none.' },
  { name: 'DATA_DIR', default: './.data', meaning: 'Database and files of the embedded backend without DATABASE_URL.' },
  { name: 'DATABASE_URL', default: '', meaning: 'Postgres for rows and files, in place of the database in process.', offAtZero: true },
  {
    name: 'SHARED_FILES_DIR',
    default: '',
    meaning: 'A directory that all replicas mount, for the files in place of the database.',
    offAtZero: true,
  },
  { name: 'S3_ENDPOINT', default: '', meaning: 'S3-compatible service for the files in place of the database.', offAtZero: true },
  { name: 'S3_BUCKET', default: '', meaning: 'Bucket of that service, for this site alone.' },
  { name: 'S3_REGION', default: 'us-east-1', meaning: 'Region of the bucket.' },
  { name: 'S3_ACCESS_KEY_ID', default: '', meaning: 'Key that may read, write, delete and list in the bucket.' },
  { name: 'S3_SECRET_ACCESS_KEY', default: '', meaning: 'Secret of that key.' },
  {
    name: 'PROJECT_DIR',
    default: '',
    meaning: 'Another Nhost project (migrations and metadata) for the embedded backend.',
    offAtZero: true,
  },
  { name: 'DEMO_CONTENT', default: 'auto', meaning: 'on, off, or auto: on in a new data directory without DATABASE_URL.' },
  {
    name: 'STRINGIFY_NUMERIC_TYPES',
    default: 'off',
    meaning: 'on where `npm run backend` answers bigint, numeric and float8 as texts; the pages of the site read numbers.',
  },
  {
    name: 'GRAPHQL_URL',
    default: '',
    meaning:
      'GraphQL endpoint of a hosted Nhost or Hasura, in place of the embedded backend; needs STORAGE_URL, AUTH_URL, GRAPHQL_ADMIN_SECRET.',
    offAtZero: true,
  },
  {
    name: 'GRAPHQL_WS_URL',
    default: '',
    meaning: 'WebSocket endpoint of a hosted backend; the embedded one has its own. Public pages open a socket only when it is set.',
    offAtZero: true,
  },
  { name: 'STORAGE_URL', default: '', meaning: 'Storage of a hosted backend; files then come from there.', offAtZero: true },
  { name: 'AUTH_URL', default: '', meaning: 'Authentication of a hosted backend.', offAtZero: true },
  {
    name: 'GRAPHQL_ADMIN_SECRET',
    default: '',
    meaning:
      'Opens /v1/graphql to x-hasura-admin-secret, and is that of a hosted backend (the first); at least 16 characters, several by commas, all accepted.',
    offAtZero: true,
  },
  {
    name: 'ADMIN_EMAIL',
    default: '',
    meaning: 'E-mail of the first administrator, who is made where there is none; else administrador@ the host of SITE_URL.',
  },
  {
    name: 'ADMIN_PASSWORD',
    default: '',
    meaning: `Password of the first administrator, ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters; without it a random one is shown once.`,
  },
  {
    name: 'JWT_SECRET',
    default: '',
    meaning: 'Key of access tokens, as Nhost writes it: {"type":"HS256","key":"..."}; without it the server makes its keys.',
    offAtZero: true,
  },
  {
    name: 'CASES_KEY',
    default: '',
    meaning:
      'Key of the cases of citizens: 32 random bytes as base64; several by commas, the first in use. Needed with GRAPHQL_URL, and in production with DATABASE_URL.',
    offAtZero: true,
  },
  {
    name: 'SMTP_URL',
    default: '',
    meaning:
      'Mail server for receipts and news of cases, for those who answer them or follow lists, and for accounts (links that set passwords, changes of the sign-in): smtp://user:password@host:587 or smtps://; without it no e-mail is sent.',
    offAtZero: true,
  },
  { name: 'MAIL_FROM', default: '', meaning: 'E-mail address that these messages come from; needed with SMTP_URL.' },
  {
    name: 'CACHE_URL',
    default: '',
    meaning:
      'Valkey or Redis that all replicas share: redis://user:password@host:6379/0, rediss:// for TLS; without it each replica stands alone.',
    offAtZero: true,
  },
  { name: 'EDGE_MEMORY_MB', default: '256', meaning: 'Memory of the edge cache, in MB; 16 at least.' },
  {
    name: 'CDN_IN_FRONT',
    default: 'off',
    meaning: 'on where a cache in front obeys CDN-Cache-Control and Cache-Groups; without it they are not sent.',
  },
  {
    name: 'PURGE_TOKEN',
    default: '',
    meaning:
      'Bearer token of /_edge/stats and /_edge/purge, which are not there without it; at least 16 characters, several by commas, all accepted.',
    offAtZero: true,
  },
  {
    name: 'NHOST_WEBHOOK_SECRET',
    default: '',
    meaning:
      'Shared secret of the change events of a hosted backend (/_hooks/hasura); at least 16 characters, several by commas, all accepted.',
    offAtZero: true,
  },
  { name: 'IMAGE_HOSTS', default: '', meaning: 'Remote hosts whose images may be resized, by commas.', offAtZero: true },
  { name: 'IMAGE_DISK_MB', default: '512', meaning: 'Disk for resized images below DATA_DIR, in MB; 0 keeps none.' },
  { name: 'IMAGE_AVIF', default: 'on', meaning: 'on or off: images as AVIF to browsers that name it.' },
  { name: 'IMAGE_NAT64', default: 'off', meaning: 'on where the network reaches IPv4 hosts of IMAGE_HOSTS through NAT64.' },
  { name: 'ADMIN_APP_URL', default: '', meaning: 'Application framed at /admin.', offAtZero: true },
  {
    name: 'MAP_TILE_URL',
    default: '',
    meaning: 'Tile template of the map, with {z}, {x} and {y}; without it the page lists the units only.',
    offAtZero: true,
  },
  { name: 'MAP_TILE_ATTRIBUTION', default: '', meaning: 'Attribution shown with the tiles, as plain text.', offAtZero: true },
  {
    name: 'VLIBRAS_URL',
    default: 'https://vlibras.gov.br/app',
    meaning: 'Folder of the translator into Libras, which pages load only when a visitor asks for it; 0 offers none.',
  },
  { name: 'TRUST_PROXY', default: '0', meaning: 'Number of proxies in front whose X-Forwarded-* fields are believed.' },
  {
    name: 'KEEP_ALIVE_SECONDS',
    default: '75',
    meaning: 'Seconds for which an unused connection stays open; more than a balancer in front keeps it.',
  },
  {
    name: 'DIRECT_HITS',
    default: 'on',
    meaning: "on or off: what the edge has stored is answered before Node's HTTP parser, on connections that are kept alive.",
  },
  {
    name: 'WARM_UP',
    default: 'on',
    meaning:
      'on: after the start the likeliest pages are rendered and stored, one at a time. off: for platforms that give processor time only during requests.',
  },
  {
    name: 'DRAIN_DELAY_MS',
    default: '3000',
    meaning: 'Milliseconds after SIGTERM in which probes fail and requests are still taken; more than a balancer needs to notice.',
  },
  {
    name: 'DRAIN_TIMEOUT_MS',
    default: '15000',
    meaning: 'Milliseconds after that in which open requests may finish, before their connections are cut.',
  },
  {
    name: 'METRICS_PORT',
    default: '',
    meaning: 'Port of the Prometheus metrics (/metrics), a listener of its own; without it there is none.',
    offAtZero: true,
  },
  { name: 'METRICS_HOST', default: '127.0.0.1', meaning: 'Address of that listener; 0.0.0.0 where Prometheus is on another machine.' },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning: 'Collector of OpenTelemetry (OTLP over HTTP) for traces, without /v1/traces; without it none are recorded.',
    offAtZero: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default: '',
    meaning: 'The same as a full address, which wins over it.',
    offAtZero: true,
  },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', default: '', meaning: 'Fields of requests to it: name=value by commas, percent-encoded.' },
  { name: 'OTEL_SERVICE_NAME', default: 'portal-previdencia', meaning: 'Name of the site in traces.' },
  { name: 'OTEL_RESOURCE_ATTRIBUTES', default: '', meaning: 'Further attributes of traces: name=value by commas.' },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    meaning: 'Which traces are recorded: always_on, always_off or traceidratio, each also with parentbased_ in front.',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', default: '1', meaning: 'Share of the traces that traceidratio records, 0 to 1.' },
  { name: 'OTEL_SDK_DISABLED', default: 'false', meaning: 'true: no traces, whatever the others say.' },
  {
    name: 'DEBUG_TOKEN',
    default: '',
    meaning: 'Value of X-Debug-Token for which a response has Server-Timing, uncached; at least 16 characters. Administrators need none.',
    offAtZero: true,
  },
  {
    name: 'ACCESS_LOG',
    default: 'off',
    meaning: 'on: one line for each response, those of the cache included, without address and query.',
  },
  {
    name: 'CSP_REPORTS',
    default: 'off',
    meaning: 'on: browsers report what the security policy of a page forbids; each kind is logged once an hour, without addresses.',
  },
  {
    name: 'OFFLINE_COPIES',
    default: 'on',
    meaning: 'on: browsers keep the pages that were read for reading without network. off removes from them what they have kept.',
  },
  { name: 'LOG_LEVEL', default: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent.' },
] as const satisfies readonly Variable[];

export type VariableName = (typeof NAMED)[number]['name'];

/** Every variable, in the order of the README's table. */
export const VARIABLES: readonly Variable[] = NAMED;
