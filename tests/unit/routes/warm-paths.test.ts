import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../shared/routes/table.ts';
import { warmPaths } from '../../../shared/routes/warm-paths.ts';
import { EMPTY_SITE_STATE, type ItemDeMenu } from '../../../shared/site-state/site-state.ts';

function item(destino: string | null, parte: Partial<ItemDeMenu> = {}): ItemDeMenu {
  return { id: 1, area: 'principal', rotulo: 'Item', descricao: null, icone: null, destino, externo: false, filhos: [], ...parte };
}

const leis = { slug: 'leis', rotulo: 'Leis', descricao: '', total: 1, ultimoEm: null };
const secao = { chave: 'atos', nome: 'Atos', descricao: '', icone: null, categorias: [leis], links: [item('/sic')] };

describe('the addresses to warm', () => {
  const bare = warmPaths(ROUTES, EMPTY_SITE_STATE);

  it('begin with the home page and are all pages without parameters', () => {
    expect(bare[0]).toBe('/');
    expect(bare).toEqual(expect.arrayContaining(['/lai', '/informacoes/noticias', '/institucional/comite-investimento']));
    expect(bare.filter((path) => path.includes(':'))).toEqual([]);
  });

  it('leave out what is never kept', () => {
    expect(bare).not.toContain('/admin');
    expect(bare).not.toContain('/teste');
  });

  it('follow menus, inner ones too, and the list of each category', () => {
    const dataMenu = [
      item(null, { filhos: [item('/paginas/carta-de-servicos'), item('https://www.gov.br/', { externo: true })] }),
      item('/lai#x'),
    ];
    const added = warmPaths(ROUTES, { dataMenu, dataLai: [secao] }).filter((path) => !bare.includes(path) && !path.endsWith('.json'));
    expect(added).toEqual(['/paginas/carta-de-servicos', '/lai/documentos/leis']);
  });

  it('take no address twice and none that no route answers', () => {
    const paths = warmPaths(ROUTES, { dataMenu: [item('/lai'), item('/nada'), item('/LAI')], dataLai: [] });
    expect(paths).toEqual(bare);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('end with the data of the pages, in the same order', () => {
    const half = bare.length / 2;
    expect(bare.slice(half, half + 2)).toEqual(['/_payload.json', expect.stringMatching(/^\/.+\/_payload\.json$/)]);
  });
});
