import { describe, expect, it } from 'vitest';
import { estadoCompleto, parteDoEstado } from '../../../../client/estado/parte-do-estado.ts';
import { ESTADO_VAZIO, type EstadoDoSite } from '../../../../shared/estado/estado.ts';

const ESTADO: EstadoDoSite = {
  ...ESTADO_VAZIO,
  demonstracao: true,
  dataLai: [{ chave: 'atos', nome: 'Atos', descricao: '', icone: null, categorias: [], links: [] }],
};

describe('the part of the site state that travels with a page', () => {
  it('is what its layout shows', () => {
    expect(Object.keys(parteDoEstado(ESTADO, 'default', 'ouvidoria'))).not.toContain('dataLai');
    expect(parteDoEstado(ESTADO, 'lai', 'documentos').dataLai).toBe(ESTADO.dataLai);
    expect(Object.keys(parteDoEstado(ESTADO, 'iframe', 'admin')).toSorted()).toEqual(['demonstracao', 'siteConfig']);
    expect(Object.keys(parteDoEstado(ESTADO, 'default', null))).toContain('dataMenu');
  });

  it('is more where the page itself reads more', () => {
    expect(parteDoEstado(ESTADO, 'default', 'inicio').dataLai).toBe(ESTADO.dataLai);
  });

  it('leaves the others empty', () => {
    expect(estadoCompleto(parteDoEstado(ESTADO, 'default', 'ouvidoria'))).toEqual({ ...ESTADO, dataLai: [] });
  });
});
