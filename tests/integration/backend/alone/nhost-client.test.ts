/** Nhost's own client, which is not written for this server, against the whole backend as a process of its own, on PGlite and on Postgres. */
import { createClient, type NhostClient } from '@nhost/nhost-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNhostAuth } from '../../../../server/backend/nhost/auth/nhost-auth.ts';
import { createNhostGraphql } from '../../../../server/backend/nhost/graphql-client.ts';
import { migratedPostgres } from '../../../support/embedded/migrated-database.ts';
import { type TestPostgres } from '../../../support/postgres.ts';
import { SILENT_LOG } from '../../../support/silent-log.ts';
import { type RunningSite, startSite } from '../../../support/site.ts';

const EMAIL = 'ana@instituto.example';
const PASSWORD = 'uma senha comprida de teste';
const NEW_PASSWORD = 'outra senha comprida de teste';
const SECRET = 'um segredo de dezesseis';
const FROM = '127.0.0.1';

/** Keeps the session as the client's own stores do. */
class Session {
  value: ReturnType<NhostClient['getUserSession']> = null;
  get = (): Session['value'] => this.value;
  set = (value: NonNullable<Session['value']>): void => {
    this.value = value;
  };
  remove = (): void => {
    this.value = null;
  };
}

describe.each(['PGlite', 'Postgres'])('on %s', (kind) => {
  let postgres: TestPostgres | undefined;
  let backend: RunningSite;
  let client: NhostClient;

  beforeAll(async () => {
    postgres = kind === 'Postgres' ? await migratedPostgres() : undefined;
    backend = await startSite({
      script: 'server/backend-alone.ts',
      environment: {
        DEMO_CONTENT: 'off',
        ADMIN_EMAIL: EMAIL,
        ADMIN_PASSWORD: PASSWORD,
        GRAPHQL_ADMIN_SECRET: SECRET,
        ...(postgres === undefined ? {} : { DATABASE_URL: postgres.connectionString }),
      },
    });
    const { url } = backend;
    client = createClient({
      authUrl: `${url}/v1/auth/v1`,
      storageUrl: `${url}/v1`,
      graphqlUrl: `${url}/v1/graphql`,
      storage: new Session(),
    });
  });
  afterAll(async () => {
    await backend.stop();
    await postgres?.stop();
  });

  test('a hosted sign-in service confirms and changes the password of a signed-in person, and tells whose sessions have ended', async () => {
    const graphql = createNhostGraphql({ url: `${backend.url}/v1/graphql`, adminSecret: SECRET });
    const hosted = openNhostAuth({ url: `${backend.url}/v1/auth/v1`, tokenKey: undefined, graphql, log: SILENT_LOG });
    const { backend: auth } = hosted;
    const signIn = (password: string): ReturnType<typeof auth.signIn> => auth.signIn({ email: EMAIL, password }, FROM);
    const refused = { kind: 'refused', fault: 'invalid-email-password' };
    try {
      const signedIn = await signIn(PASSWORD);
      if (signedIn.kind !== 'ok' || signedIn.value.kind !== 'session')
        throw new Error(`expected a session, got ${JSON.stringify(signedIn)}`);
      const { accessToken, user } = signedIn.value.session;
      const token = { text: accessToken, userId: user.id, sessionId: null };
      expect(await auth.confirmPassword(token, 'uma senha errada', FROM)).toEqual(refused);
      expect(await auth.confirmPassword(token, PASSWORD, FROM)).toEqual({ kind: 'ok', value: null });
      expect(await auth.changePassword(token, 'curta')).toEqual({ kind: 'refused', fault: 'password-too-short' });
      expect(await auth.changePassword(token, NEW_PASSWORD)).toEqual({ kind: 'ok', value: null });
      expect(await auth.confirmPassword(token, PASSWORD, FROM)).toEqual(refused);
      expect(await signIn(PASSWORD)).toEqual(refused);
      expect(await signIn(NEW_PASSWORD)).toMatchObject({ kind: 'ok', value: { kind: 'session' } });
      // The other test signs in with the first one.
      expect(await auth.changePassword(token, PASSWORD)).toEqual({ kind: 'ok', value: null });
      expect(await auth.isOpen(token)).toBe(true);
      await auth.signOutAll(user.id);
      expect(await auth.isOpen(token)).toBe(false);
    } finally {
      hosted.close();
      graphql.close();
    }
  });

  test('signs in, refreshes, queries, mutates, uploads, downloads and signs out', async () => {
    await expect(client.auth.signInEmailPassword({ email: EMAIL, password: 'outra senha comprida' })).rejects.toMatchObject({
      status: 401,
      body: { error: 'invalid-email-password' },
    });
    const signedIn = await client.auth.signInEmailPassword({ email: EMAIL, password: PASSWORD });
    expect(signedIn.body.session).toMatchObject({ accessTokenExpiresIn: 900, user: { email: EMAIL, defaultRole: 'administrador' } });
    const user = await client.auth.getUser();
    expect(user.body).toMatchObject({ email: EMAIL, roles: expect.arrayContaining(['editor', 'administrador']) as string[] });

    const before = client.getUserSession();
    const after = await client.refreshSession(0);
    expect(after?.refreshToken).not.toBe(before?.refreshToken);

    const query = 'mutation ($slug: String!) { insert_noticia_one(object: {slug: $slug, titulo: "Primeira"}) { id titulo publicado } }';
    const written = await client.graphql.request<{ insert_noticia_one: { id: number } }>({ query, variables: { slug: 'primeira' } });
    expect(written.body.data?.insert_noticia_one).toMatchObject({ titulo: 'Primeira', publicado: false });
    const read = await client.graphql.request({ query: '{ noticia(where: {slug: {_eq: "primeira"}}) { titulo } }' });
    expect(read.body.data).toEqual({ noticia: [{ titulo: 'Primeira' }] });

    const file = new File(['órgão;valor\n'], 'tabela de órgãos.csv', { type: 'text/csv' });
    const uploaded = await client.storage.uploadFiles({ 'bucket-id': 'default', 'file[]': [file] });
    const [stored] = uploaded.body.processedFiles;
    expect(stored).toMatchObject({ name: 'tabela de órgãos.csv', mimeType: 'text/csv', uploadedByUserId: user.body.id });
    const id = stored?.id ?? '';
    expect(await (await client.storage.getFile(id)).body.text()).toBe('órgão;valor\n');
    const replaced = await client.storage.replaceFile(id, { file: new File(['órgão;valor;ano\n'], 'tabela.csv', { type: 'text/csv' }) });
    expect(replaced.body).toMatchObject({ id, name: 'tabela.csv' });
    const presigned = await client.storage.getFilePresignedURL(id);
    const path = presigned.body.url.slice(new URL(presigned.body.url).origin.length);
    expect(await (await fetch(`${backend.url}${path}`)).text()).toBe('órgão;valor;ano\n');
    // No other user may read it, and no one may write without signing in.
    expect((await fetch(`${backend.url}/v1/files/${id}`)).status).toBe(404);
    expect((await fetch(`${backend.url}/v1/files/${id}`, { method: 'DELETE' })).status).toBe(403);
    expect((await client.storage.deleteFile(id)).status).toBe(204);
    await expect(client.storage.getFile(id)).rejects.toMatchObject({ status: 404 });

    const { refreshToken = '' } = client.getUserSession() ?? {};
    expect((await client.auth.signOut({ refreshToken })).status).toBe(200);
    await expect(client.auth.refreshToken({ refreshToken })).rejects.toMatchObject({
      status: 401,
      body: { error: 'invalid-refresh-token' },
    });
  });
});
