/** Nhost's own client against our doors of files and GraphQL, on each store of bytes. */
import { createNhostClient, type NhostClient, withAdminSession } from '@nhost/nhost-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STORES, type StoreUnderTest } from '../backend/embedded/storage/stores.ts';
import { ANA, openUploadServer, RUI, SECRET, type UploadServer } from './upload-server.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe.each(STORES.filter(({ name }) => name !== 'a directory that syncs later'))('on $name', ({ open }) => {
  let store: StoreUnderTest;
  let server: UploadServer;

  beforeAll(async () => {
    store = await open();
    server = await openUploadServer(store);
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  function client(user: string = ANA, role = 'editor'): NhostClient {
    const session = withAdminSession({ adminSecret: SECRET, role, sessionVariables: { 'user-id': user } });
    const { origin } = server;
    return createNhostClient({
      storageUrl: `${origin}/v1`,
      graphqlUrl: `${origin}/v1/graphql`,
      authUrl: `${origin}/v1/auth`,
      configure: [session],
    });
  }

  function upload(text: string, id?: string): Promise<Awaited<ReturnType<NhostClient['storage']['uploadFiles']>>> {
    const file = new File([text], 'ata nº 1 "final".txt', { type: 'text/plain' });
    return client().storage.uploadFiles({
      'bucket-id': 'default',
      'file[]': [file],
      ...(id === undefined ? {} : { 'metadata[]': [{ id, name: 'Ata.txt', metadata: { alt: 'ação' } }] }),
    });
  }

  test('uploads, reads, lists and deletes a file', async () => {
    const { body, status } = await upload('conteúdo da ata');
    const [file] = body.processedFiles;
    expect(status).toBe(201);
    expect(file).toMatchObject({
      name: 'ata nº 1 "final".txt',
      size: 16,
      bucketId: 'default',
      mimeType: 'text/plain',
      isUploaded: true,
      uploadedByUserId: ANA,
      metadata: null,
    });
    const id = file?.id ?? '';
    expect(await (await client().storage.getFile(id)).body.text()).toBe('conteúdo da ata');
    const head = await client().storage.getFileMetadataHeaders(id);
    expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual(['16', file?.etag]);
    const listed = await client().graphql.request({ query: `{ file(id: "${id}") { name mimeType isUploaded metadata } }` });
    expect(listed.body.data).toEqual({
      file: { name: 'ata nº 1 "final".txt', mimeType: 'text/plain', isUploaded: true, metadata: null },
    });
    expect((await client().storage.deleteFile(id)).status).toBe(204);
    await expect(client().storage.getFile(id)).rejects.toMatchObject({ status: 404 });
    expect(await server.rows()).toBe(0);
  });

  test('keeps the id, the name and the metadata that the client gives, and answers a repetition like the first time', async () => {
    const first = await upload('a', ID);
    expect(first.body.processedFiles).toMatchObject([{ id: ID, name: 'Ata.txt', metadata: { alt: 'ação' } }]);
    const again = await upload('a', ID);
    expect([again.status, again.body]).toEqual([201, first.body]);
    await expect(upload('outro conteúdo', ID)).rejects.toMatchObject({
      status: 400,
      body: { processedFiles: [], error: { message: expect.stringContaining('Uniqueness violation') as string } },
    });
    expect(await (await client().storage.getFile(ID)).body.text()).toBe('a');
    await client().storage.deleteFile(ID);
  });

  test('replaces the content under the same id with another entity tag', async () => {
    const [before] = (await upload('primeira', ID)).body.processedFiles;
    const file = new File(['segunda versão'], 'Ata nova.txt', { type: 'text/plain' });
    const { body } = await client().storage.replaceFile(ID, { file, metadata: { name: 'Ata (2).txt' } });
    expect(body).toMatchObject({
      id: ID,
      name: 'Ata (2).txt',
      size: 15,
      isUploaded: true,
      uploadedByUserId: ANA,
      metadata: { alt: 'ação' },
    });
    expect(body.etag).not.toBe(before?.etag);
    expect(await (await client().storage.getFile(ID)).body.text()).toBe('segunda versão');
    // Another editor may read the file, and not replace or delete it.
    await expect(client(RUI).storage.replaceFile(ID, { file })).rejects.toMatchObject({
      status: 404,
      body: { error: { message: 'file not found' } },
    });
    await expect(client(RUI).storage.deleteFile(ID)).rejects.toMatchObject({ status: 404 });
    await client().storage.deleteFile(ID);
  });

  test('gives an address at which a file is downloaded without a session', async () => {
    await upload('reservado', ID);
    await server.database.query("update storage.files set bucket_id = 'pequeno' where id = $1", [ID]);
    expect((await fetch(`${server.origin}/v1/files/${ID}`)).status).toBe(404);
    const { body } = await client().storage.getFilePresignedURL(ID);
    expect(body.expiration).toBe(30);
    const address = body.url.replace('http://localhost', server.origin);
    const answer = await fetch(address, { headers: { Range: 'bytes=3-6' } });
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([206, 'erva', 'private, no-store']);
    expect((await fetch(address.replace(ID, RUI))).status).toBe(403);
    expect((await fetch(address.replace('X-Amz-Expires=30', 'X-Amz-Expires=604800'))).status).toBe(403);
    expect((await fetch(`${server.origin}/v1/files/${ID}/presignedurl`)).status).toBe(404);
    await client().storage.deleteFile(ID);
    expect((await fetch(address)).status).toBe(404);
  });

  test('tells its version', async () => {
    expect((await client().storage.getVersion()).body).toEqual({ buildVersion: 'um' });
  });

  test('refuses a caller without permission, in the words of the service', async () => {
    const refused = { status: 403, body: { error: { message: 'you are not authorized' } } };
    const file = new File(['x'], 'x.txt', { type: 'text/plain' });
    await expect(client(ANA, 'leitor').storage.uploadFiles({ 'file[]': [file] })).rejects.toMatchObject(refused);
    await expect(client(ANA, 'public').storage.deleteFile(ID)).rejects.toMatchObject(refused);
    await expect(client().storage.uploadFiles({ 'file[]': [new File(['x'], 'proibido.txt')] })).rejects.toMatchObject(refused);
    expect(await server.rows()).toBe(0);
    expect(await server.spooled()).toEqual([]);
  });

  test('says what is wrong with a size or a bucket', async () => {
    const send = (text: string, bucket: string): Promise<unknown> =>
      client().storage.uploadFiles({ 'bucket-id': bucket, 'file[]': [new File([text], 'x.txt')] });
    await expect(send('12345678901', 'pequeno')).rejects.toMatchObject({ status: 413, body: { error: { message: 'file too big' } } });
    await expect(send('', 'pequeno')).rejects.toMatchObject({ status: 400, body: { error: { message: 'file too small' } } });
    await expect(send('1', 'nenhum')).rejects.toMatchObject({ status: 404, body: { error: { message: 'bucket not found' } } });
    expect([await server.rows(), await server.spooled()]).toEqual([0, []]);
  });
});
