import { describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { ERROR_CODES, ERROR_SCREEN, refusedParameterMessage, unknownRouteMessage } from '../../../shared/errors/codes.ts';

describe('the error catalogue', () => {
  test.each(Object.entries(ERROR_CODES))('%s has an error status and a sentence', (code, entry) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.message.length).toBeGreaterThan(10);
  });

  test('the fixed texts are the specification’s, to the letter', () => {
    expect(ERROR_SCREEN).toEqual({
      title: 'Ops!!!',
      notFoundHeading: '404',
      notFoundText: 'Página não foi encontrada ou não existe.',
      otherHeading: 'ERRO',
      otherText: 'Lamentamos mas ocorreu um erro inesperado.',
      goneHeading: 'RETIRADO',
      button: 'Voltar Para Pagina Inicial',
    });
    expect(unknownRouteMessage('/x')).toBe('Page not found: /x');
    expect(refusedParameterMessage('/x?y=1')).toBe('Page Not Found: /x?y=1');
  });

  test('a shown path is cut to 200 characters', () => {
    expect(unknownRouteMessage(`/${'a'.repeat(300)}`)).toHaveLength('Page not found: '.length + 200);
  });

  test('an AppError keeps cause and detail out of the public message', () => {
    const error = new AppError('INTERNAL', { cause: new Error('password=x'), detail: 'connection to 10.0.0.1 failed' });
    expect(error.status).toBe(500);
    expect(error.publicMessage).toBe(ERROR_CODES.INTERNAL.message);
  });
});
