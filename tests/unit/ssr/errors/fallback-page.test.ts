import { describe, expect, it } from 'vitest';
import { fallbackPage } from '../../../../server/ssr/errors/fallback-page.ts';
import { ERROR_CODES, ERROR_SCREEN } from '../../../../shared/errors/codes.ts';

describe('the page of last resort', () => {
  it('says what happened, in the language of the site, and is found by no search engine', () => {
    const html = fallbackPage('INTERNAL', '');
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="pt-BR">/);
    expect(html).toContain('<meta name="robots" content="noindex">');
    for (const text of [
      ERROR_SCREEN.title,
      ERROR_SCREEN.otherHeading,
      ERROR_SCREEN.otherText,
      ERROR_CODES.INTERNAL.message,
      ERROR_SCREEN.button,
    ])
      expect(html).toContain(`>${text}<`);
    expect(html).not.toContain('Código do pedido');
  });

  it('shows the request id as text', () => {
    expect(fallbackPage('STARTING', '<b>')).toContain('<p>Código do pedido: &lt;b&gt;</p>');
    expect(fallbackPage('STARTING', 'a1')).toContain(ERROR_CODES.STARTING.message);
  });
});
