import { describe, expect, test } from 'vitest';
import { accessCode, codeDigest, parseAccessCode } from '../../../server/cases/access-code.ts';
import { type CaseKeys, createCaseKeys } from '../../../server/cases/case-keys.ts';
import { decryptDocument, encryptDocument } from '../../../server/cases/document-cipher.ts';
import { caseId, repeatedKey, type SubmittedForm, submissionKeys } from '../../../server/cases/submission-key.ts';

const OLD = createCaseKeys([new Uint8Array(32).fill(1)]);
const NEW = createCaseKeys([new Uint8Array(32).fill(2), new Uint8Array(32).fill(1)]);
const UUID = '6f9c1f6e-0b1d-4c5f-9a86-5a2f6f9d2e11';

describe('access codes', () => {
  test('are the same for the same submission, and others for another submission or key', () => {
    const code = accessCode(OLD, 'uma');
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(accessCode(OLD, 'uma')).toBe(code);
    expect(accessCode(OLD, 'outra')).not.toBe(code);
    expect(accessCode(NEW, 'uma')).not.toBe(code);
  });

  test.each([
    ['ab12-cd34', 'AB12CD34'],
    [' oil0 0000', '01100000'],
    ['AB12CD3', null],
    ['AB12CD3U', null],
  ])('%j is read as %j', (text, code) => {
    expect(parseAccessCode(text)).toBe(code);
  });

  test('the digest that the database keeps does not hold the code', () => {
    expect(codeDigest(OLD[0], 'AB12CD34')).toMatch(/^[0-9a-f]{64}$/);
    expect(codeDigest(OLD[0], 'AB12CD34')).not.toBe(codeDigest(NEW[0], 'AB12CD34'));
  });
});

describe('numbers of documents', () => {
  test('are read by the key that wrote them, also when another one is in use', () => {
    const stored = encryptDocument(OLD, 'caso', '52998224725');
    expect(stored).not.toContain('52998224725');
    expect(decryptDocument(OLD, 'caso', stored)).toBe('52998224725');
    expect(decryptDocument(NEW, 'caso', stored)).toBe('52998224725');
    expect(decryptDocument(OLD, 'caso', encryptDocument(NEW, 'caso', '1'))).toBeNull();
  });

  test('are not read as those of another case, nor when they were changed', () => {
    const stored = encryptDocument(OLD, 'caso', '52998224725');
    expect(decryptDocument(OLD, 'outro', stored)).toBeNull();
    const [id, sealed = ''] = stored.split('.');
    const bytes = Buffer.from(sealed, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    expect(decryptDocument(OLD, 'caso', `${id}.${bytes.toString('base64url')}`)).toBeNull();
    expect(decryptDocument(OLD, 'caso', 'x')).toBeNull();
  });

  test('are encrypted anew each time', () => {
    expect(encryptDocument(OLD, 'caso', '1')).not.toBe(encryptDocument(OLD, 'caso', '1'));
  });
});

const submissionKey = (keys: CaseKeys, form: SubmittedForm, now: number, sender: number | null = 7): string =>
  submissionKeys(keys, form, { now, sender })[0];

describe('the key of a submission', () => {
  const form = { channel: 'ouvidoria', typed: { texto: 'Olá\r\nmundo', nome: 'Rita' }, fileDigests: [] } as const;
  const NOON = Date.parse('2026-11-22T12:00:00Z');

  test('a submission by script has the random key of the script', () => {
    const one = submissionKey(OLD, { ...form, typed: { ...form.typed, chave: UUID } }, NOON);
    expect(submissionKey(OLD, { ...form, typed: { texto: 'x', chave: UUID } }, NOON + 7_200_000, null)).toBe(one);
    expect(one).not.toContain(UUID);
  });

  test('a submission without script has the same key for the same texts and files within the hour', () => {
    const one = submissionKey(OLD, form, NOON);
    expect(submissionKey(OLD, { ...form, typed: { nome: 'Rita ', texto: 'Olá\nmundo', tempo: '9', site: '' } }, NOON + 3_599_999)).toBe(
      one,
    );
    expect(submissionKey(OLD, form, NOON + 3_600_000)).not.toBe(one);
    expect(submissionKey(OLD, { ...form, typed: { ...form.typed, nome: 'Rui' } }, NOON)).not.toBe(one);
    expect(submissionKey(OLD, { ...form, fileDigests: ['a'] }, NOON)).not.toBe(one);
    expect(submissionKey(OLD, { ...form, channel: 'sic' }, NOON)).not.toBe(one);
    expect(submissionKey(OLD, form, NOON, 8)).not.toBe(one);
  });

  test('a form that came back keeps the key of the first attempt until its texts are changed', () => {
    const first = submissionKey(OLD, { ...form, fileDigests: ['a'] }, NOON);
    const chave = repeatedKey(OLD, form, first);
    expect(submissionKey(OLD, { ...form, typed: { ...form.typed, chave } }, NOON + 86_400_000)).toBe(first);
    expect(submissionKey(OLD, { ...form, typed: { ...form.typed, nome: 'Rui', chave } }, NOON)).not.toBe(first);
    expect(repeatedKey(OLD, { ...form, typed: { ...form.typed, chave: UUID } }, 'script:x')).toBe(UUID);
  });

  test('names the case', () => {
    expect(caseId(OLD, 'uma')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(caseId(OLD, 'uma')).toBe(caseId(OLD, 'uma'));
    expect(caseId(OLD, 'outra')).not.toBe(caseId(OLD, 'uma'));
  });
});
