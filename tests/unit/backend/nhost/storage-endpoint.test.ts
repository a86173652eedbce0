import { describe, expect, it } from 'vitest';
import { ADMIN_CALLER, type Caller, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { credentialFields, type StorageCredential, storageAddress } from '../../../../server/backend/nhost/storage-endpoint.ts';

describe('the address of the storage', () => {
  it.each([
    ['https://s.storage.sa-east-1.nhost.run', 'https://s.storage.sa-east-1.nhost.run/v1/files'],
    ['https://s.storage.sa-east-1.nhost.run/', 'https://s.storage.sa-east-1.nhost.run/v1/files'],
    ['https://s.storage.sa-east-1.nhost.run/v1', 'https://s.storage.sa-east-1.nhost.run/v1/files'],
    ['https://s.storage.sa-east-1.nhost.run/v1/files/', 'https://s.storage.sa-east-1.nhost.run/v1/files'],
    ['https://s.nhost.run/v1/storage', 'https://s.nhost.run/v1/storage/files'],
    ['http://localhost:8000/v1?a=b#c', 'http://localhost:8000/v1/files'],
    ['https://quem:senha@s.nhost.run/v1', 'https://s.nhost.run/v1/files'],
  ])('%s has its files at %s', (url, files) => {
    expect(storageAddress(url)).toEqual({ files, version: files.replace(/files$/, 'version') });
  });

  it('is refused when it is no URL', () => {
    expect(() => storageAddress('armazenamento')).toThrow(TypeError);
  });
});

describe('the fields of a storage request', () => {
  const secret: StorageCredential = { kind: 'adminSecret', secret: 'muito-secreto' };
  const token: StorageCredential = { kind: 'bearer', token: 'abc' };
  const editor: Caller = {
    role: 'editor',
    trust: 'signed-in',
    session: { 'x-hasura-user-id': '7', 'x-hasura-admin-secret': 'falso', 'X-Evil': '1', host: 'mau' },
  };

  it.each([undefined, secret, token])('carry no credential of %j for the public', (credential) => {
    expect(credentialFields(PUBLIC_CALLER, credential)).toEqual({});
  });

  it("carry the admin secret and the caller's role, and no role from its session", () => {
    expect(credentialFields(editor, secret)).toEqual({
      'x-hasura-user-id': '7',
      'x-hasura-role': 'editor',
      'x-hasura-admin-secret': 'muito-secreto',
    });
    expect(credentialFields(ADMIN_CALLER, secret)).toMatchObject({ 'x-hasura-role': 'admin' });
  });

  it('carry the configured token for a role, and no credential where none is configured', () => {
    expect(credentialFields(editor, token)).toEqual({ Authorization: 'Bearer abc' });
    expect(credentialFields(editor, undefined)).toEqual({});
  });
});
