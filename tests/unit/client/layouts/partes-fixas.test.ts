import { describe, expect, it } from 'vitest';
import { chaveDoCaminho, partesFixasDe, rotulosDosMenus } from '../../../../client/layouts/partes-fixas.ts';
import { ESTADO_VAZIO } from '../../../../shared/estado/estado.ts';

const PAGINA =
  '<body><section aria-label="Acessibilidade" class="b"><p>Contraste</p></section>' +
  '<header><nav aria-label="Menu principal" class="n" data-menu=""><ul><li>Início</li></ul></nav></header>' +
  '<main><nav aria-label="Seções da transparência">do conteúdo</nav><footer id="rodape">do conteúdo</footer></main>' +
  '<footer id="rodape" class="r"><p>Rua A</p></footer></body>';

describe('the parts of a page that others share', () => {
  it('are what is inside their elements', () => {
    expect(partesFixasDe(PAGINA)).toEqual({ barra: '<p>Contraste</p>', menu: '<ul><li>Início</li></ul>', rodape: '<p>Rua A</p>' });
  });

  it('are left out where the page has none', () => {
    expect(partesFixasDe('<body><main>Só o quadro</main></body>')).toEqual({});
  });
});

describe('the key of a breadcrumb', () => {
  const rotulos = rotulosDosMenus({
    ...ESTADO_VAZIO,
    dataLai: [
      {
        chave: 'a',
        nome: 'Contas',
        descricao: '',
        icone: null,
        links: [],
        categorias: [{ slug: 'dair', rotulo: 'DAIR', descricao: '', total: 1, ultimoEm: null }],
      },
    ],
  });
  const chave = (...trilha: Parameters<typeof chaveDoCaminho>[0]): string => chaveDoCaminho(trilha, rotulos);

  it('is the same for two pages below the same entry', () => {
    const dair = { rotulo: 'DAIR', to: '/lai/documentos/dair' };
    expect(chave(dair, { rotulo: 'Janeiro', to: null })).toBe(chave(dair, { rotulo: 'Março', to: null }));
  });

  it.each(['DAIR', 'Menu completo'])('differs for the page that the entry %s itself names', (rotulo) => {
    expect(chave({ rotulo, to: null })).not.toBe(chave({ rotulo: 'Janeiro', to: null }));
  });

  it('tells an address from a label', () => {
    expect(chave({ rotulo: 'DAIR', to: null })).not.toBe(chave({ rotulo: 'x', to: 'DAIR' }));
  });
});
