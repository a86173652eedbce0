import { describe, expect, it } from 'vitest';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { subscriptionOf, subscriptionToken } from '../../../server/email-subscriptions/tokens.ts';
import { topicInWords } from '../../../shared/readers/email-subscription.ts';
import { MAX_COMMENT } from '../../../shared/readers/feedback.ts';
import { readFeedback } from '../../../shared/readers/read-feedback.ts';
import { readSubscriptionRequest } from '../../../shared/readers/subscription-request.ts';

describe('readFeedback', () => {
  it.each([
    [{ util: 'sim' }, { useful: true, comment: null }],
    [
      // Postgres keeps no text with a NUL.
      { util: 'nao', comentario: ' Falta\0 a data. ' },
      { useful: false, comment: 'Falta a data.' },
    ],
    [
      { comentario: 'A lei nº 1.234, de 2.3.2020, art. 12, está em 2 páginas.' },
      { useful: null, comment: 'A lei nº 1.234, de 2.3.2020, art. 12, está em 2 páginas.' },
    ],
  ])('reads %o', (typed, feedback) => {
    expect(readFeedback(typed)).toEqual({ kind: 'valid', feedback });
  });

  it.each([
    ['nothing', {}, /Escolha/],
    ['a formatted CPF', { comentario: 'Sou 529.982.247-25' }, /CPF/],
    ['a CPF without points', { util: 'sim', comentario: 'cpf 52998224725' }, /CPF/],
    ['an address of e-mail', { comentario: 'Escrevam para ana@exemplo.org' }, /e-mail/],
    ['a telephone', { comentario: 'Liguem (91) 98765-4321' }, /telefone/],
    ['a text that is too long', { comentario: 'a'.repeat(MAX_COMMENT + 1) }, /mais de 1\.000 caracteres/],
  ])('says what is wrong with %s', (_case, typed, problem) => {
    expect(readFeedback(typed)).toEqual({ kind: 'faulty', problem: expect.stringMatching(problem) });
  });
});

describe('readSubscriptionRequest', () => {
  it('reads an address in small letters of its domain', () => {
    const reading = readSubscriptionRequest({ email: ' ana@Exemplo.org ', assunto: 'documentos', valor: ' le\0is' });
    expect(reading).toEqual({ kind: 'valid', request: { email: 'ana@exemplo.org', topic: { kind: 'documentos', value: 'leis' } } });
  });

  it.each([
    [{ email: 'a@b.org', assunto: 'tudo', valor: '' }, 'unknown'],
    [{ email: 'a@b.org', assunto: 'busca', valor: ' ' }, 'unknown'],
    [{ email: 'a@b.org', assunto: 'noticias', valor: 'leis' }, 'unknown'],
    [{ email: 'a@b.org', assunto: 'busca', valor: 'a'.repeat(101) }, 'unknown'],
    [{ email: 'ana', assunto: 'noticias', valor: '' }, 'faulty'],
    [{ email: '', assunto: 'noticias', valor: '' }, 'faulty'],
  ])('refuses %o', (typed, kind) => {
    expect(readSubscriptionRequest(typed).kind).toBe(kind);
  });
});

it('a list whose name is not known is not called by its key', () => {
  const topic = { kind: 'documentos', value: 'atasDoComite' } as const;
  expect(topicInWords(topic, 'Atas do Comitê')).toBe('os documentos da lista “Atas do Comitê”');
  expect(topicInWords(topic, null)).toBe('os documentos da lista escolhida');
});

describe('a token of a subscription', () => {
  const [old, current] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const keys = createCaseKeys([current, old]);

  it('names its subscription for its step alone, under every key that was in use', () => {
    expect(subscriptionOf(keys, subscriptionToken(keys, 12, 'sair'), 'sair')).toBe(12);
    expect(subscriptionOf(keys, subscriptionToken(createCaseKeys([old]), 12, 'sair'), 'sair')).toBe(12);
    expect(subscriptionOf(keys, subscriptionToken(keys, 12, 'confirmar'), 'sair')).toBeNull();
    expect(subscriptionOf(createCaseKeys([current]), subscriptionToken(createCaseKeys([old]), 12, 'sair'), 'sair')).toBeNull();
  });

  it('is refused for another number, another digest and another form', () => {
    const [, digest = ''] = subscriptionToken(keys, 12, 'sair').split('-');
    for (const token of [`13-${digest}`, `12-${'0'.repeat(32)}`, `12-${digest}0`, `012-${digest}`, '12', '']) {
      expect(subscriptionOf(keys, token, 'sair')).toBeNull();
    }
  });
});
