import { describe, expect, it } from 'vitest';
import { estadoCompleto, parteDoEstado } from '../../../../client/site-state/page-state.ts';
import { ESTADO_VAZIO, type EstadoDoSite, type ItemDeMenu } from '../../../../shared/site-state/site-state.ts';

const ESTADO: EstadoDoSite = {
  ...ESTADO_VAZIO,
  demonstracao: true,
  totaisLai: { documentos: 7, categorias: 1 },
  dataMenu: [item({ id: 1, area: 'principal', filhos: [item({ id: 2 })] }), item({ id: 3, area: 'acesso_rapido' })],
  dataLai: [
    {
      chave: 'atos',
      nome: 'Atos',
      descricao: 'Tudo sobre atos.',
      icone: 'lucide:scale',
      categorias: [{ slug: 'leis', rotulo: 'Leis', descricao: 'Leis municipais.', total: 7, ultimoEm: '2026-01-02' }],
      links: [],
    },
  ],
};

function item(parte: Partial<ItemDeMenu>): ItemDeMenu {
  const base = { id: 0, area: 'principal', rotulo: 'Item', destino: '/', externo: false, filhos: [] } as const;
  return { ...base, descricao: 'Explicação', icone: 'lucide:house', ...parte };
}

describe('the part of the site state that travels with a page', () => {
  it('is what its layout shows', () => {
    expect(Object.keys(parteDoEstado(ESTADO, 'default', 'ouvidoria'))).not.toContain('dataLai');
    expect(parteDoEstado(ESTADO, 'lai', 'lai').dataLai).toBe(ESTADO.dataLai);
    expect(Object.keys(parteDoEstado(ESTADO, 'iframe', 'admin')).toSorted()).toEqual(['demonstracao', 'siteConfig']);
    expect(Object.keys(parteDoEstado(ESTADO, 'default', null))).toContain('dataMenu');
  });

  it('is more where the page itself reads more', () => {
    expect(parteDoEstado(ESTADO, 'default', 'inicio').totaisLai).toEqual({ documentos: 7, categorias: 1 });
  });

  it('has no words that a menu does not show', () => {
    const { dataMenu, dataLai } = parteDoEstado(ESTADO, 'lai', 'documentos');
    expect(JSON.stringify([dataMenu, dataLai])).not.toMatch(/Explicação|Tudo sobre|Leis municipais|lucide:house/);
    expect(dataMenu?.map(({ id }) => id)).toEqual([1]);
    expect(dataMenu?.[0]?.filhos.map(({ id }) => id)).toEqual([2]);
    expect(dataLai?.[0]?.categorias.map(({ slug }) => slug)).toEqual(['leis']);
  });

  it('keeps the shortcuts of the home page whole', () => {
    const atalhos = parteDoEstado(ESTADO, 'default', 'inicio').dataMenu?.filter(({ area }) => area === 'acesso_rapido');
    expect(atalhos).toEqual([item({ id: 3, area: 'acesso_rapido' })]);
  });

  it('leaves the others empty', () => {
    expect(estadoCompleto(parteDoEstado(ESTADO, 'default', 'ouvidoria'))).toMatchObject({
      demonstracao: true,
      dataLai: [],
      totaisLai: { documentos: 0, categorias: 0 },
    });
  });
});
