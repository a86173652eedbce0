/** What becomes of the old address of a content whose address an editor changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
  }, 120_000);
  beforeEach(() => project.database.script('delete from redirecionamento; delete from menu_item; delete from servico; delete from pagina'));
  afterAll(() => project.close());

  const redirects = async (): Promise<readonly (readonly [string, string | null, number])[]> => {
    const { redirecionamento: rows } = (await project.ask.data(
      '{ redirecionamento(order_by: {origem: asc}) { origem destino codigo } }',
      ANA,
    )) as { readonly redirecionamento: readonly { readonly origem: string; readonly destino: string | null; readonly codigo: number }[] };
    return rows.map(({ origem, destino, codigo }) => [origem, destino, codigo]);
  };
  const move = (table: string, from: string, to: string): Promise<unknown> =>
    project.ask.data(`mutation { update_${table}(where: {slug: {_eq: "${from}"}}, _set: {slug: "${to}"}) { affected_rows } }`, ANA);

  test('the old address of a published page leads to the new one, after each change, and back again', async () => {
    await project.database.script("insert into pagina (slug, titulo, publicado, publicado_em) values ('um', 'P', true, now())");
    await move('pagina', 'um', 'dois');
    expect(await redirects()).toEqual([['/paginas/um', '/paginas/dois', 308]]);
    await move('pagina', 'dois', 'tres');
    expect(await redirects()).toEqual([
      ['/paginas/dois', '/paginas/tres', 308],
      ['/paginas/um', '/paginas/tres', 308],
    ]);
    await move('pagina', 'tres', 'um');
    expect(await redirects()).toEqual([
      ['/paginas/dois', '/paginas/um', 308],
      ['/paginas/tres', '/paginas/um', 308],
    ]);
  });

  test('the old address of a published service leads to the new one, also where it was told to be gone', async () => {
    await project.database.script(`insert into servico (slug, nome, publicado) values ('pensao', 'Pensão', true);
      insert into redirecionamento (origem, codigo, motivo) values ('/servicos/pensao', 410, 'Não havia mais.')`);
    await move('servico', 'pensao', 'pensao-por-morte');
    expect(await redirects()).toEqual([['/servicos/pensao', '/servicos/pensao-por-morte', 308]]);
  });

  test('a page that nobody has seen leaves no redirect', async () => {
    await project.database.script("insert into pagina (slug, titulo) values ('rascunho', 'P')");
    await move('pagina', 'rascunho', 'outro');
    expect(await redirects()).toEqual([]);
  });
});
