import { describe, expect, it } from 'vitest';
import { open, startSsr } from './ssr-server.ts';

describe('a page whose late operations are slow', () => {
  it('sends shell and main content while the gate is closed, then each part as it opens', async () => {
    await using site = await startSsr();
    site.backend.close('Comentarios');
    site.backend.close('Relacionados');
    const opening = open(`${site.origin}/artigos/7`);
    await untilAsked(site.backend.asked, 3);
    site.timers.fire(5);
    const response = await opening;
    expect(response.message.statusCode).toBe(200);
    await response.until('/assets/boot.js');
    expect(response.text()).toContain('<p data-principal="">Reajuste</p>');
    expect(response.text()).toContain('aguarde comentários');
    expect(response.text()).toContain('<footer');
    expect(response.text()).not.toContain('Muito bom');

    site.backend.open('Relacionados');
    await response.until('<p data-relacionado="">Veja mais</p>');
    expect(response.text()).not.toContain('Muito bom');

    site.backend.open('Comentarios');
    const html = await response.end;
    expect(html).toContain('<p data-comentario="">Muito bom</p>');
    expect(html.endsWith('</body></html>')).toBe(true);
  });
});

/** Lets pending work run until the backend was asked `count` times. */
async function untilAsked(asked: readonly string[], count: number): Promise<void> {
  while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
