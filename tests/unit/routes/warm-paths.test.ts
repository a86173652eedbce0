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

  it('the paths to warm begin with the home page and have all pages without parameters', () => {
    expect(bare[0]).toBe('/');
    expect(bare).toEqual(expect.arrayContaining(['/lai', '/informacoes/noticias', '/institucional/comite-investimento']));
    expect(bare.filter((path) => path.includes(':'))).toEqual([]);
  });

  it('the paths to warm leave out pages that are never stored', () => {
    expect(bare).not.toContain('/admin');
    expect(bare).not.toContain('/teste');
  });

  it('the paths to warm have the entries of all menus and the list of each category', () => {
    const dataMenu = [
      item(null, { filhos: [item('/paginas/carta-de-servicos'), item('https://www.gov.br/', { externo: true })] }),
      item('/lai#x'),
    ];
    const added = warmPaths(ROUTES, { dataMenu, dataLai: [secao] }).filter((path) => !bare.includes(path) && !path.endsWith('.json'));
    expect(added).toEqual(['/paginas/carta-de-servicos', '/lai/documentos/leis']);
  });

  it('the paths to warm have each address once and only addresses of routes', () => {
    const paths = warmPaths(ROUTES, { dataMenu: [item('/lai'), item('/nada'), item('/LAI')], dataLai: [] });
    expect(paths).toEqual(bare);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('the paths to warm end with the payloads of the pages, in the same order', () => {
    const half = bare.length / 2;
    expect(bare.slice(half, half + 2)).toEqual(['/_payload.json', expect.stringMatching(/^\/.+\/_payload\.json$/)]);
  });
});
