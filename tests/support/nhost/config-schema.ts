/**
 * What Nhost accepts as `nhost.toml`: the keys, types and required values of its published CUE schema (repository nhost/nhost,
 * cli/mcp/resources/nhost_toml_schema.cue, commit 035cbf41), written down as data. A value with a default there is optional here. The
 * sums over the resources of all services are left out; this project sets none.
 */
import { z } from 'zod';

const uint = z.int().nonnegative();
const flag = z.object({ enabled: z.boolean().optional() }).strict().optional();
const locale = z.string().min(2).max(3);
const rateLimit = z.strictObject({ limit: uint, interval: z.string().regex(/^\d+(?:ms|[smh])$/) });
const optional = <T extends z.ZodRawShape>(shape: T): z.ZodOptional<z.ZodObject<T, z.core.$strict>> => z.strictObject(shape).optional();

const compute = z.strictObject({ cpu: uint.min(250).max(30_000).multipleOf(250), memory: uint.min(128).max(62_464).multipleOf(128) });
const resources = optional({
  compute: compute.optional(),
  replicas: uint.min(1).max(10).optional(),
  autoscaler: optional({ maxReplicas: uint.min(2).max(100) }),
  networking: z
    .strictObject({ ingresses: z.array(z.unknown()).optional() })
    .nullable()
    .optional(),
});

const claims = {
  claims_format: z.enum(['stringified_json', 'json']).optional(),
  audience: z.string().optional(),
  issuer: z.string().optional(),
  allowed_skew: uint.optional(),
  header: z.string().optional(),
  claims_map: z.array(z.unknown()).optional(),
  claims_namespace: z.string().optional(),
  claims_namespace_path: z.string().optional(),
};
const jwtSecret = z.union([
  z.strictObject({ type: z.enum(['HS256', 'HS384', 'HS512']).optional(), key: z.string(), ...claims }),
  z.strictObject({
    type: z.enum(['RS256', 'RS384', 'RS512']),
    key: z.string(),
    signingKey: z.string().optional(),
    kid: z.string().optional(),
    ...claims,
  }),
  z.strictObject({ jwk_url: z.string(), ...claims }),
]);

const hasura = z.strictObject({
  version: z.string().optional(),
  jwtSecrets: z.tuple([jwtSecret]),
  adminSecret: z.string(),
  webhookSecret: z.string(),
  settings: optional({
    corsDomain: z.array(z.string()).optional(),
    devMode: z.boolean().optional(),
    enableAllowList: z.boolean().optional(),
    enableConsole: z.boolean().optional(),
    enableRemoteSchemaPermissions: z.boolean().optional(),
    enabledAPIs: z.array(z.enum(['metadata', 'graphql', 'pgdump', 'config'])).optional(),
    inferFunctionPermissions: z.boolean().optional(),
    liveQueriesMultiplexedRefetchInterval: uint.optional(),
    stringifyNumericTypes: z.boolean().optional(),
  }),
  authHook: optional({ url: z.string(), mode: z.enum(['GET', 'POST']).optional(), sendRequestBody: z.boolean().optional() }),
  logs: optional({ level: z.enum(['debug', 'info', 'error', 'warn']).optional() }),
  events: optional({ httpPoolSize: uint.min(1).max(100).optional() }),
  resources,
  rateLimit: rateLimit.optional(),
});

const auth = z.strictObject({
  version: z.string().optional(),
  resources,
  elevatedPrivileges: optional({ mode: z.enum(['recommended', 'required', 'disabled']).optional() }),
  redirections: optional({ clientUrl: z.string().optional(), allowedUrls: z.array(z.string()).optional() }),
  signUp: optional({
    enabled: z.boolean().optional(),
    disableNewUsers: z.boolean().optional(),
    disableAutoSignup: z.boolean().optional(),
    turnstile: optional({ secretKey: z.string() }),
  }),
  user: optional({
    roles: optional({ default: z.string().optional(), allowed: z.array(z.string()).optional() }),
    locale: optional({ default: locale.optional(), allowed: z.array(locale).optional() }),
    gravatar: optional({
      enabled: z.boolean().optional(),
      default: z.string().optional(),
      rating: z.enum(['g', 'pg', 'r', 'x']).optional(),
    }),
    email: optional({ allowed: z.array(z.string()).optional(), blocked: z.array(z.string()).optional() }),
    emailDomains: optional({ allowed: z.array(z.string()).optional(), blocked: z.array(z.string()).optional() }),
  }),
  session: optional({
    accessToken: optional({
      expiresIn: uint.optional(),
      customClaims: z.array(z.strictObject({ key: z.string(), value: z.string(), default: z.string().optional() })).optional(),
    }),
    refreshToken: optional({ expiresIn: uint.optional() }),
  }),
  method: optional({
    anonymous: flag,
    emailPasswordless: flag,
    otp: optional({ email: flag }),
    emailPassword: optional({
      hibpEnabled: z.boolean().optional(),
      emailVerificationRequired: z.boolean().optional(),
      passwordMinLength: uint.min(3).max(255).optional(),
    }),
    smsPasswordless: flag,
    oauth: z.record(z.string(), z.unknown()).optional(),
    webauthn: z.record(z.string(), z.unknown()).optional(),
  }),
  totp: optional({ enabled: z.boolean().optional(), issuer: z.string().optional() }),
  oauth2Provider: z.record(z.string(), z.unknown()).optional(),
  misc: optional({ concealErrors: z.boolean().optional() }),
  rateLimit: z.partialRecord(z.enum(['emails', 'sms', 'bruteForce', 'signups', 'global', 'oauth2Server']), rateLimit).optional(),
});

const postgres = z.strictObject({
  version: z.string().optional(),
  resources: z.strictObject({
    compute: compute.optional(),
    storage: z.strictObject({ capacity: uint.min(1).max(4_000) }),
    replicas: z.literal(1).optional(),
    enablePublicAccess: z.boolean().optional(),
    allowedCIDRs: z.array(z.string()).max(3).optional(),
  }),
  settings: z.record(z.string(), z.unknown()).optional(),
  pitr: optional({ retention: z.literal(7) }),
});

const environment = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z_]+[a-z0-9_]*/i)
    .regex(/^(?!NHOST_|HASURA_)/i),
  value: z.string(),
});

export const NHOST_CONFIG = z.strictObject({
  global: optional({ environment: z.array(environment).optional() }),
  hasura,
  graphql: optional({ security: optional({ forbidAminSecret: z.boolean().optional(), maxDepthQueries: uint.optional() }) }),
  functions: optional({
    node: optional({ version: z.union([z.literal(20), z.literal(22)]).optional() }),
    resources: z.unknown().optional(),
    rateLimit: rateLimit.optional(),
  }),
  auth,
  postgres,
  provider: optional({ smtp: z.unknown().optional(), sms: z.unknown().optional() }),
  storage: optional({
    version: z.string().optional(),
    resources,
    antivirus: optional({ server: z.literal('tcp://run-clamav:3310') }),
    imageTransformer: z.unknown().optional(),
    rateLimit: rateLimit.optional(),
  }),
  ai: z.unknown().optional(),
  observability: z.strictObject({
    grafana: z.strictObject({
      adminPassword: z.string(),
      smtp: z.unknown().optional(),
      alerting: flag,
      contacts: z.unknown().optional(),
    }),
  }),
  experimental: z.unknown().optional(),
});
