import { describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../../server/config/config.ts';
import { VARIABLES } from '../../../server/config/variables.ts';

function ok(environment: Record<string, string>): { config: Config; warnings: readonly string[] } {
  const reading = readConfig(environment);
  if (reading.kind !== 'ok') throw new Error(reading.faults.join('\n'));
  return reading;
}

function faults(environment: Record<string, string>): readonly string[] {
  const reading = readConfig(environment);
  return reading.kind === 'faulty' ? reading.faults : [];
}

describe('readConfig', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(ok({}).config).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      siteUrl: 'http://localhost:3000',
      dataDirectory: './.data',
      demonstration: 'auto',
      databaseUrl: null,
      graphqlWsUrl: null,
      trustProxy: 0,
      keepAliveSeconds: 75,
      logLevel: 'info',
    });
  });

  test('VLIBRAS_URL is a folder of another site, or 0 for none', () => {
    const folder = (environment: Record<string, string>): string | null => ok(environment).config.vlibrasUrl;
    expect(folder({})).toBe('https://vlibras.gov.br/app');
    expect(folder({ VLIBRAS_URL: 'https://libras.example/app/' })).toBe('https://libras.example/app');
    expect(folder({ VLIBRAS_URL: '0' })).toBeNull();
    for (const value of ['libras', 'ftp://libras.example', 'https://libras.example/?a=1', 'https://a:b@libras.example'])
      expect(faults({ VLIBRAS_URL: value })).toEqual(['VLIBRAS_URL must be an http or https address without a query, or 0']);
  });

  test('SITE_URL defaults to the port that was asked for', () => {
    expect(ok({ PORT: '8080' }).config.siteUrl).toBe('http://localhost:8080');
  });

  test.each([
    ['https://www.exemplo.gov.br/inicio/', true],
    ['https://nome:senha@www.exemplo.gov.br', true],
    ['https://www.exemplo.gov.br/', false],
    ['https://WWW.exemplo.gov.br:443', false],
  ])('SITE_URL %s is reduced to its origin; it warns that something is left out: %s', (siteUrl, warns) => {
    const { config, warnings } = ok({ SITE_URL: siteUrl });
    expect(config.siteUrl).toBe('https://www.exemplo.gov.br');
    expect(warnings.filter((warning) => warning.startsWith('SITE_URL is taken as https://www.exemplo.gov.br;'))).toHaveLength(
      warns ? 1 : 0,
    );
  });

  test.each([
    [{ NODE_ENV: 'production' }, true],
    [{ TRUST_PROXY: '1', SITE_URL: 'https://localhost' }, true],
    [{ CDN_IN_FRONT: 'on', SITE_URL: 'http://127.0.0.1:8080' }, true],
    [{ NODE_ENV: 'production', TRUST_PROXY: '1', SITE_URL: 'https://www.exemplo.gov.br' }, false],
    [{ SITE_URL: 'http://localhost:8080' }, false],
  ])('%o warns of the address of the own machine: %s', (environment, warns) => {
    expect(ok(environment).warnings.filter((warning) => warning.startsWith('SITE_URL is the address of this machine'))).toHaveLength(
      warns ? 1 : 0,
    );
  });

  test.each([
    [{ NODE_ENV: 'production', SITE_URL: 'http://www.exemplo.gov.br' }, true],
    [{ NODE_ENV: 'production', SITE_URL: 'https://www.exemplo.gov.br' }, false],
    [{ NODE_ENV: 'production', SITE_URL: 'http://localhost:8080' }, false],
    [{ SITE_URL: 'http://www.exemplo.gov.br' }, false],
  ])('%o warns that nobody can sign in: %s', (environment, warns) => {
    expect(ok(environment).warnings.filter((warning) => warning.includes('nobody can sign in'))).toHaveLength(warns ? 1 : 0);
  });

  test.each([
    [{ NODE_ENV: 'production', SITE_URL: 'https://www.exemplo.gov.br' }, true],
    [{ NODE_ENV: 'production', SITE_URL: 'https://www.exemplo.gov.br', TRUST_PROXY: '1' }, false],
    [{ NODE_ENV: 'production', SITE_URL: 'http://www.exemplo.gov.br' }, false],
    [{ SITE_URL: 'https://www.exemplo.gov.br' }, false],
  ])('%o warns that all visitors share one limit: %s', (environment, warns) => {
    expect(ok(environment).warnings.filter((warning) => warning.includes('share one limit'))).toHaveLength(warns ? 1 : 0);
  });

  test('all faults are listed at once, each with its name', () => {
    const all = faults({ PORT: 'abc', SITE_URL: 'ftp://x', LOG_LEVEL: 'loud', GRAPHQL_ADMIN_SECRET: 'short' });
    for (const name of ['PORT', 'SITE_URL', 'LOG_LEVEL', 'GRAPHQL_ADMIN_SECRET']) {
      expect(all.filter((fault) => fault.startsWith(name))).toHaveLength(1);
    }
  });

  test.each(['GRAPHQL_ADMIN_SECRET', 'PURGE_TOKEN', 'NHOST_WEBHOOK_SECRET'])('%s is refused below 16 characters', (name) => {
    for (const length of [1, 6, 15]) expect(faults({ [name]: 's'.repeat(length) })).toEqual([`${name} must have at least 16 characters`]);
    expect(faults({ [name]: 's'.repeat(16) })).toEqual([]);
    for (const several of ['um-segredo-de-teste,curto', 'um-segredo-de-teste,']) {
      expect(faults({ [name]: several })).toEqual([`${name} must have at least 16 characters`]);
    }
  });

  test('every variable whose name says that it is a secret, and that something reads, is held to 16 characters', () => {
    // JWT_SECRET and CASES_KEY have forms of their own, with longer secrets; ADMIN_PASSWORD is typed by a person.
    const other = new Set(['JWT_SECRET', 'ADMIN_PASSWORD', 'CASES_KEY']);
    const secrets = VARIABLES.filter(({ name }) => !other.has(name) && /SECRET|TOKEN|PASSWORD|KEY(?!_ID$)/.test(name)).map(
      ({ name }) => name,
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const name of secrets) expect(faults({ [name]: 's'.repeat(15) })).toContain(`${name} must have at least 16 characters`);
  });

  test('no fault repeats a value, which may be a secret', () => {
    expect(faults({ GRAPHQL_ADMIN_SECRET: 'segredo-curto', DATABASE_URL: 'mysql://u:senha@h/d' }).join(' ')).not.toMatch(
      /segredo-curto|senha/,
    );
  });

  test.each([
    ['DATABASE_URL', 'postgres:'],
    ['SMTP_URL', 'smtp:'],
    ['CACHE_URL', 'redis:'],
    ['GRAPHQL_URL', 'https:'],
    ['GRAPHQL_WS_URL', 'wss:'],
    ['STORAGE_URL', 'https:'],
    ['AUTH_URL', 'https:'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https:'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https:'],
  ])('a password in %s with a character that ends it is refused with what is encoded, not with its value', (name, protocol) => {
    const encoded = `${name} has a character in its user or password that must be encoded: # as %23, / as %2F, ? as %3F, @ as %40, % as %25`;
    const ownFaults = (value: string) => faults({ [name]: `${protocol}//${value}` }).filter((fault) => fault.startsWith(`${name} has`));
    for (const value of [
      'u:12#x@h/1',
      'u:segredo#x@h/1',
      'segredo:#x@h/1',
      'u:12/x@h',
      'u:12?x@h',
      'u:12@x/y@h',
      'u:se%gredo@h',
      'seg%redo:x@h',
    ])
      expect(ownFaults(value)).toEqual([encoded]);
    for (const value of ['u:a%23%2F%3F%40%25b@h/1', 'u:a@b@h/1', 'h/1']) expect(ownFaults(value)).toEqual([]);
  });

  test.each([
    ['SITE_URL', 'SITE_URL must be an http:// or https:// address'],
    ['DATABASE_URL', 'DATABASE_URL must be a postgres:// or postgresql:// address'],
    ['GRAPHQL_WS_URL', 'GRAPHQL_WS_URL must be a ws:// or wss:// address'],
  ])('an address of the wrong kind in %s is refused with the kinds that are right', (name, fault) => {
    expect(faults({ [name]: 'ftp://exemplo.br' })).toEqual([fault]);
  });

  test('faults do not hide the warnings, which may explain them', () => {
    expect(readConfig({ PORT: 'abc', SITE_ULR: 'https://exemplo.br' })).toMatchObject({
      kind: 'faulty',
      faults: ['PORT must be a whole number between 0 and 65535'],
      warnings: ['SITE_ULR is not known; did you mean SITE_URL?'],
    });
  });

  const SERVER = { DATABASE_URL: 'postgres://banco/site' };

  test.each([
    ['http://cache.exemplo', 'CACHE_URL must be a redis:// or rediss:// address'],
    ['redis:///0', 'CACHE_URL must be redis://user:password@host:port/number, with rediss:// for TLS'],
    ['redis://u:senha@cache/zero', 'CACHE_URL must be redis://user:password@host:port/number, with rediss:// for TLS'],
    ['rediss://u:senha@cache/0?tls=no', 'CACHE_URL must be redis://user:password@host:port/number, with rediss:// for TLS'],
  ])('the shared cache at %s is refused without its value', (value, fault) => {
    expect(faults({ ...SERVER, CACHE_URL: value })).toEqual([fault]);
  });

  test('the shared cache is refused where each replica would have rows of its own', () => {
    const [fault, ...others] = faults({ CACHE_URL: 'redis://cache' });
    expect([fault, others]).toEqual(['DATABASE_URL or GRAPHQL_URL is missing; replicas that share CACHE_URL must have the same rows', []]);
  });

  test.each(['redis://cache', 'redis://:senha@cache:6380/3', 'rediss://u:senha@cache.exemplo/'])(
    'the shared cache may be at %s',
    (value) => {
      expect(ok({ ...SERVER, CACHE_URL: value }).config.cacheUrl).toBe(value);
    },
  );

  test.each(['', '0'])('an optional address set to %j is off', (value) => {
    expect(ok({ GRAPHQL_WS_URL: value, ADMIN_APP_URL: value }).config).toMatchObject({ graphqlWsUrl: null, adminAppUrl: null });
  });

  test('the files are where the rows are unless a shared directory is named', () => {
    expect(ok({ DATABASE_URL: 'postgres://banco/site' }).config.files).toBeNull();
    expect(ok({ SHARED_FILES_DIR: '/mnt/arquivos' }).config.files).toEqual({ kind: 'directory', path: '/mnt/arquivos' });
  });

  const BUCKET = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'portal',
    S3_ACCESS_KEY_ID: 'CHAVE',
    S3_SECRET_ACCESS_KEY: 'um-segredo-longo',
  };

  test.each(['https://usuario:senha@s3.example', 'https://s3.example/?x=1', 'https://s3.example/#x'])(
    'the bucket service is refused without its value at %s',
    (value) => {
      expect(faults({ ...BUCKET, S3_ENDPOINT: value })).toEqual(['S3_ENDPOINT must have no user, password or query']);
    },
  );

  test('a bucket takes the place of the database for the files', () => {
    expect(ok(BUCKET).config.files).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example',
      bucket: 'portal',
      region: 'us-east-1',
      accessKeyId: 'CHAVE',
      secretAccessKey: 'um-segredo-longo',
    });
  });

  test.each([
    [{ S3_ENDPOINT: '' }, 'S3_ENDPOINT is missing; S3_BUCKET and S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY cannot work without'],
    [
      { S3_BUCKET: '', S3_SECRET_ACCESS_KEY: '' },
      'S3_BUCKET and S3_SECRET_ACCESS_KEY are missing; S3_ENDPOINT and S3_ACCESS_KEY_ID cannot work without',
    ],
    [{ S3_SECRET_ACCESS_KEY: 'curto' }, 'S3_SECRET_ACCESS_KEY must have at least 16 characters'],
    [{ S3_BUCKET: 'Portal/../x' }, 'S3_BUCKET must be the name of a bucket'],
  ])('a bucket with %o refuses to start, and no value is shown', (own, fault) => {
    expect(faults({ ...BUCKET, ...own })).toEqual([fault]);
  });

  test.each([
    [{ SHARED_FILES_DIR: '/mnt/arquivos', STORAGE_URL: 'https://arquivos.example/v1' }, 'SHARED_FILES_DIR and STORAGE_URL name 2'],
    [{ SHARED_FILES_DIR: '/mnt/arquivos', ...BUCKET }, 'SHARED_FILES_DIR and S3_ENDPOINT name 2'],
    [{ STORAGE_URL: 'https://arquivos.example/v1', ...BUCKET }, 'S3_ENDPOINT and STORAGE_URL name 2'],
  ])('%o refuses to start', (environment, fault) => {
    expect(faults(environment)).toEqual([`${fault} places for the files; set one of them`]);
  });

  const HOSTED = {
    GRAPHQL_URL: 'https://x.example/v1/graphql',
    STORAGE_URL: 'https://arquivos.example/v1',
    AUTH_URL: 'https://entrada.example/v1',
    GRAPHQL_ADMIN_SECRET: 'um-segredo-de-teste',
    CASES_KEY: Buffer.alloc(32).toString('base64'),
  };

  test('a hosted backend has its three addresses and its secret', () => {
    expect(ok(HOSTED).config.hosted).toEqual({
      graphqlUrl: HOSTED.GRAPHQL_URL,
      storageUrl: HOSTED.STORAGE_URL,
      authUrl: HOSTED.AUTH_URL,
      adminSecret: HOSTED.GRAPHQL_ADMIN_SECRET,
    });
    expect(ok({ ...HOSTED, GRAPHQL_ADMIN_SECRET: 'um-segredo-de-teste, o-proximo-segredo' }).config).toMatchObject({
      hosted: { adminSecret: 'um-segredo-de-teste' },
      graphqlAdminSecrets: ['um-segredo-de-teste', 'o-proximo-segredo'],
    });
    expect(ok({}).config.hosted).toBeNull();
  });

  test.each([
    [
      { AUTH_URL: '0', GRAPHQL_ADMIN_SECRET: '' },
      'AUTH_URL and GRAPHQL_ADMIN_SECRET are missing; a hosted backend (GRAPHQL_URL) cannot work without',
    ],
    [{ STORAGE_URL: '' }, 'STORAGE_URL is missing; a hosted backend (GRAPHQL_URL) cannot work without'],
    [{ DATABASE_URL: 'postgres://x/y' }, 'GRAPHQL_URL and DATABASE_URL name two backends; set one of them'],
    [{ GRAPHQL_URL: '' }, 'AUTH_URL names the sign-in of a hosted backend; set GRAPHQL_URL too'],
    [{ NHOST_WEBHOOK_SECRET: 'curto' }, 'NHOST_WEBHOOK_SECRET must have at least 16 characters'],
  ])('a hosted backend with %o refuses to start, and no value is shown', (own, fault) => {
    expect(faults({ ...HOSTED, ...own })).toEqual([fault]);
  });

  test.each([
    [{ GRAPHQL_URL: 'https://hasura.exemplo/v1/graphql' }, true],
    [{ DATABASE_URL: 'postgres://x/y', NODE_ENV: 'production' }, true],
    [{ DATABASE_URL: 'postgres://x/y' }, false],
    [{ NODE_ENV: 'production' }, false],
  ])('the key of cases may be left out with %o: not %s', (own, isNeeded) => {
    const reading = readConfig(own);
    const said = reading.kind === 'faulty' ? reading.faults.filter((fault) => fault.startsWith('CASES_KEY')) : [];
    expect(said.length > 0).toBe(isNeeded);
  });

  test('several keys of cases are read, and what is no key is refused without being shown', () => {
    const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    expect(ok({ CASES_KEY: `${one}, ${other}` }).config.casesKeys?.map((key) => Buffer.from(key).toString('base64'))).toEqual([one, other]);
    expect(faults({ CASES_KEY: `${one},curta` })).toEqual([
      'CASES_KEY must be 32 bytes as base64 (openssl rand -base64 32), or several by commas',
    ]);
  });

  const SMTP_URL = 'smtp://nome:senha@correio.example:587';

  test('a mail server has an address and a sender, or there is none', () => {
    expect(ok({ SMTP_URL, MAIL_FROM: 'casos@instituto.example' }).config.mail).toEqual({
      smtpUrl: SMTP_URL,
      from: 'casos@instituto.example',
    });
    expect(ok({ SMTP_URL: '0' }).config.mail).toBeNull();
  });

  test.each([
    [{ SMTP_URL }, 'MAIL_FROM is missing; messages sent by SMTP_URL need a sender'],
    [{ MAIL_FROM: 'casos@instituto.example' }, 'MAIL_FROM names the sender of a mail server; set SMTP_URL too'],
    [{ SMTP_URL: 'http://correio.example', MAIL_FROM: 'casos@instituto.example' }, 'SMTP_URL must be a smtp:// or smtps:// address'],
    [{ SMTP_URL, MAIL_FROM: 'Casos' }, 'MAIL_FROM must be an e-mail address'],
  ])('the mail server of %o refuses to start, and no value is shown', (environment, fault) => {
    expect(faults(environment)).toEqual([fault]);
  });

  test('metrics have a port of their own on this machine, and none by default', () => {
    expect(ok({}).config).toMatchObject({ metricsPort: null, metricsHost: '127.0.0.1', debugToken: null, accessLog: false, tracing: null });
    expect(ok({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).config).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0' });
    expect(ok({ METRICS_PORT: '0' }).config.metricsPort).toBeNull();
  });

  test('traces go to the collector of the standard variables', () => {
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://coletor:4318/' };
    expect(ok({ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,x=1', OTEL_TRACES_SAMPLER_ARG: '0.25' }).config.tracing).toEqual({
      url: 'http://coletor:4318/v1/traces',
      headers: { 'api-key': 'a b', x: '1' },
      serviceName: 'portal-previdencia',
      attributes: {},
      sampler: 'parentbased_always_on',
      ratio: 0.25,
    });
    expect(ok({ ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://outro/x' }).config.tracing?.url).toBe('https://outro/x');
    expect(ok({ ...collector, OTEL_SDK_DISABLED: 'true' }).config.tracing).toBeNull();
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'chave' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs by commas'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [
      { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
    ],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be a whole number between 0 and 65535'],
    [{ KEEP_ALIVE_SECONDS: '-1' }, 'KEEP_ALIVE_SECONDS must be a whole number between 1 and 3600'],
  ])('%o refuses to start', (environment, fault) => {
    expect(faults(environment)).toEqual([fault]);
  });

  test.each([
    ['SITE_ULR', 'SITE_URL'],
    ['DATABASE_UR', 'DATABASE_URL'],
    ['PORTA', 'PORT'],
  ])('%s is warned about as a typing error for %s', (slip, known) => {
    expect(ok({ [slip]: 'x' }).warnings).toEqual([`${slip} is not known; did you mean ${known}?`]);
  });

  test.each(['HOME', 'PATH', 'LANG', 'HOSTNAME', 'npm_config_port'])('%s causes no warning', (name) => {
    expect(ok({ [name]: 'x' }).warnings).toEqual([]);
  });
});
