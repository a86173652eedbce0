/** Reasons that are longer than what the database keeps: told of, and never cut by the browser, which loses the end of a paste without a word. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ReturnForm } from '../../../../../client/admin/approval/return-form.tsx';
import { CasePerson } from '../../../../../client/admin/cases/case-person.tsx';
import type { CaseDraft } from '../../../../../client/admin/cases/drafts/use-case-draft.ts';
import { FileWithdrawal, faultsOfWithdrawal, namesOfWithdrawal } from '../../../../../client/admin/cases/history/file-withdrawal.tsx';
import type { RunGraphql } from '../../../../../client/admin/data/graphql.ts';
import { faultOfLength } from '../../../../../client/admin/forms/field-help.tsx';

const FILE = { arquivo_id: 'a', nome: 'escala.csv', mime: 'text/csv', tamanho_bytes: 1, autor: 'instituicao' as const };
const [NAME_OF_REASON] = namesOfWithdrawal(FILE.arquivo_id);
const unused = (): void => undefined;
const run: RunGraphql = () => Promise.reject(new Error('no request is made'));
const draft = { values: { [NAME_OF_REASON]: 'Engano.' }, change: unused, forget: unused } as unknown as CaseDraft;
const record = { id: 'c', identificacao: 'identificada', eliminado_em: null, tem_email: false, demonstracao: false } as const;

describe('a reason that is too long', () => {
  test.each<[string, ReactElement]>([
    ['the withdrawal of a file', createElement(FileWithdrawal, { file: FILE, run, id: 'c', draft, onWithdrawn: async () => undefined })],
    ['the reading of personal data', createElement(CasePerson, { run, record, onRead: async () => undefined })],
    ['the return of a content', createElement(ReturnForm, { reason: 'Falta a data.', onChange: unused, giveBack: async () => undefined })],
  ])('is not cut by the form of %s', (_, form) => {
    const html = renderToStaticMarkup(form);
    expect(html).toMatch(/<textarea|<input/);
    expect(html).not.toMatch(/maxlength/i);
  });

  test('is told of with the number of characters, which are not bytes', () => {
    expect(faultOfLength(`${'😀'.repeat(500)}\n`, 500)).toBeUndefined();
    expect(faultOfLength('a'.repeat(501), 500)).toBe('Escreva no máximo 500 caracteres.');
    const long = 'a'.repeat(20_001);
    expect(faultsOfWithdrawal(long, long)).toEqual({
      reason: 'Escreva no máximo 20.000 caracteres.',
      told: 'Escreva no máximo 20.000 caracteres.',
    });
    expect(faultsOfWithdrawal('Engano.', 'Retiramos.')).toEqual({});
    expect(Object.keys(faultsOfWithdrawal('  ', ''))).toEqual(['reason', 'told']);
  });
});
