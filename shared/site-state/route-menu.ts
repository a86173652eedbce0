/** The main menu of an institution that has written none: the pages that every site has, whatever its content. */
import type { RouteId } from '../routes/table.ts';
import { routePath } from '../routes/url.ts';
import type { ItemDeMenu } from './site-state.ts';

const GROUPS: readonly { readonly rotulo: string; readonly paginas: readonly (readonly [id: RouteId, rotulo: string])[] }[] = [
  {
    rotulo: 'Institucional',
    paginas: [
      ['diretoriaExecutiva', 'Diretoria Executiva'],
      ['conselhoPrevidenciario', 'Conselho de Previdência'],
      ['conselhoFiscal', 'Conselho Fiscal'],
      ['comiteInvestimento', 'Comitê de Investimentos'],
      ['organograma', 'Organograma'],
    ],
  },
  {
    rotulo: 'Transparência',
    paginas: [
      ['lai', 'Acesso à informação'],
      ['menuCompleto', 'Menu completo da transparência'],
      ['progestao', 'Pró-Gestão'],
      ['progestaoPainel', 'Painel do Pró-Gestão'],
    ],
  },
  {
    rotulo: 'Informações',
    paginas: [
      ['noticias', 'Notícias'],
      ['comunicados', 'Comunicados'],
      ['calendario', 'Calendário de pagamento e prova de vida'],
      ['faq', 'Perguntas frequentes'],
      ['mapa', 'Mapa das unidades'],
    ],
  },
  {
    rotulo: 'Atendimento',
    paginas: [
      ['servicos', 'Serviços'],
      ['modoSimples', 'Modo simples, com letras grandes'],
      ['sic', 'Serviço de Informação ao Cidadão (SIC)'],
      ['ouvidoria', 'Ouvidoria'],
      ['faleConosco', 'Fale conosco'],
    ],
  },
];

/** Returns the entries. Their ids are negative, so none is the id of a row. */
export function routeMenu(): readonly ItemDeMenu[] {
  let id = 0;
  const item = (rotulo: string, destino: string | null, filhos: readonly ItemDeMenu[]): ItemDeMenu => {
    return { id: --id, area: 'principal', rotulo, descricao: null, icone: null, destino, externo: false, filhos };
  };
  return GROUPS.map(({ rotulo, paginas }) =>
    item(
      rotulo,
      null,
      paginas.map(([page, label]) => item(label, routePath(page), [])),
    ),
  );
}
