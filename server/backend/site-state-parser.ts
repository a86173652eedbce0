import { fileIdFromPath, fileUrl } from '../../shared/files/file-url.ts';
import type { OperationResults } from '../../shared/graphql/generated/operations.ts';
import { safeAddress } from '../../shared/html/address.ts';
import { DEFAULT_TIME_ZONE } from '../../shared/locale/dates.ts';
import { routePath } from '../../shared/routes/url.ts';
import { contactAddress } from '../../shared/site-state/contact-address.ts';
import { routeMenu } from '../../shared/site-state/route-menu.ts';
import {
  type CategoriaLai,
  type ConfiguracaoDoSite,
  type Contato,
  type Diretor,
  EMPTY_SITE_STATE,
  type ItemDeMenu,
  type SecaoLai,
  type SiteState,
} from '../../shared/site-state/site-state.ts';
import { isTimeZone } from '../../shared/time/local-day.ts';

type Rows = OperationResults['EstadoDoSite'];
type MenuRow = Rows['menu_item'][number];
type SecaoRow = Rows['secao_lai'][number];
type ContatoRow = Rows['contato'][number];

/** Pixels of a picture; 0 where they are not known. */
export interface PictureSize {
  readonly largura: number;
  readonly altura: number;
}

export const UNKNOWN_SIZE: PictureSize = { largura: 0, altura: 0 };

/** Reads the answer of the operation EstadoDoSite (the JSON text of `data`). `logo` is the size of the logo's file. */
export function parseSiteState(json: string, demonstracao: boolean, logo: PictureSize = UNKNOWN_SIZE): SiteState {
  const rows = JSON.parse(json) as Rows;
  const dataLai = rows.secao_lai.map((secao) => readSecao(secao, rows.menu_item));
  const categorias = dataLai.flatMap((secao) => secao.categorias);
  return {
    ...EMPTY_SITE_STATE,
    siteConfig: rows.configuracao_site.map((row) => readConfiguracao(row, logo)),
    fusoHorario: readTimeZone(rows.configuracao_site[0]?.fuso_horario),
    dataMenu: withMainMenu(menuTree(rows.menu_item)),
    dataLai,
    totaisLai: { documentos: categorias.reduce((sum, { total }) => sum + total, 0), categorias: categorias.length },
    nadaPublicado: rows.secao_lai.every(({ categorias }) => categorias.every(({ resumo }) => isUntouched(resumo))),
    contato: rows.contato.map(readContato),
    diretoriaExecutiva: rows.membro_orgao.flatMap(readDiretor),
    orgaos: rows.orgao_colegiado.map(({ chave, nome }) => ({ chave, nome })),
    paginasDaMoldura: rows.pagina.map(({ slug }) => slug),
    vocabularios: {
      tiposDeComunicado: rows.tipo_comunicado.map(({ valor }) => valor),
      situacoesDeDocumento: rows.situacao_documento.map(({ valor }) => valor),
      tiposDeDocumento: rows.tipo_documento.map(({ valor }) => valor),
    },
    demonstracao,
  };
}

function isUntouched(resumo: SecaoRow['categorias'][number]['resumo']): boolean {
  return (resumo?.total ?? 0) === 0 && resumo?.situacao_atualizacao !== 'em_dia';
}

function readConfiguracao(row: Rows['configuracao_site'][number], logo: PictureSize): ConfiguracaoDoSite {
  const { __typename: _type, id: _id, fuso_horario: _zone, titulo_padrao, ...rest } = row;
  return {
    ...rest,
    // A field that an editor has emptied says nothing: the configured value stands in. So does an address that no page may use.
    titulo: titulo_padrao || null,
    descricao: rest.descricao || null,
    image_header: safeAddress(rest.image_header),
    image_header_transparencia: safeAddress(rest.image_header_transparencia),
    image_header_atendimento: safeAddress(rest.image_header_atendimento),
    image_header_instituto: safeAddress(rest.image_header_instituto),
    image_header_noticias: safeAddress(rest.image_header_noticias),
    logo: safeAddress(rest.logo),
    favicon: safeAddress(rest.favicon),
    imagem_social: safeAddress(rest.imagem_social),
    url_radar: safeAddress(rest.url_radar),
    url_receitas_despesas: safeAddress(rest.url_receitas_despesas),
    url_pncp: safeAddress(rest.url_pncp),
    url_extrato_previdenciario: safeAddress(rest.url_extrato_previdenciario),
    logo_largura: logo.largura,
    logo_altura: logo.altura,
  };
}

/** Postgres knows zones that Intl does not ("<-03>3"); without a row it counts days in the same zone as this default. */
function readTimeZone(name: string | undefined): string {
  return name !== undefined && isTimeZone(name) ? name : DEFAULT_TIME_ZONE;
}

/** An institution without a main menu of its own gets one of the pages that every site has. */
function withMainMenu(items: readonly ItemDeMenu[]): readonly ItemDeMenu[] {
  return items.some(({ area }) => area === 'principal') ? items : [...routeMenu(), ...items];
}

/** Returns the id of the file that the logo is, or null when it is none of the store. */
export function logoFileId(json: string): string | null {
  const logo = (JSON.parse(json) as Rows).configuracao_site[0]?.logo ?? null;
  return logo === null ? null : fileIdFromPath(logo);
}

/** Reads the answer of the operation ImagensDoSite for one file; a row without both sizes counts as none. */
export function parsePictureSize(json: string): PictureSize {
  const [row] = (JSON.parse(json) as OperationResults['ImagensDoSite']).arquivo;
  const largura = row?.largura ?? 0;
  const altura = row?.altura ?? 0;
  return largura > 0 && altura > 0 ? { largura, altura } : UNKNOWN_SIZE;
}

/** The items without a section of their own, as trees; an item whose parent is missing or hidden does not appear. */
function menuTree(rows: readonly MenuRow[]): readonly ItemDeMenu[] {
  const childrenOf = new Map<number, MenuRow[]>();
  for (const row of rows) {
    if (row.pai_id === null) continue;
    const siblings = childrenOf.get(row.pai_id);
    if (siblings === undefined) childrenOf.set(row.pai_id, [row]);
    else siblings.push(row);
  }
  const soleAddresses = soleAddressesOf(rows.filter(({ area }) => area === 'principal'));
  // Walking down from the roots cannot loop: rows that form a ring are reached from no root.
  const build = (row: MenuRow): ItemDeMenu => {
    const item = readMenuItem(row, (childrenOf.get(row.id) ?? []).map(build));
    const paginaInteira = pageOfPart(item.destino);
    return paginaInteira !== null && soleAddresses.has(paginaInteira) && row.area === 'principal' ? { ...item, paginaInteira } : item;
  };
  return rows.filter((row) => row.pai_id === null && row.secao_id === null).map(build);
}

/** The page of an address that names a part of one. */
function pageOfPart(address: string | null): string | null {
  const [page, part] = address?.split('#', 2) ?? [];
  return page === undefined || page === '' || part === undefined ? null : page;
}

/** Pages that one entry alone leads to. No page knows which of its parts is read, so of several entries none would be marked rightly. */
function soleAddressesOf(rows: readonly MenuRow[]): ReadonlySet<string> {
  const pages = rows.flatMap((row) => pageOfPart(destinationOf(row)) ?? destinationOf(row) ?? []);
  return new Set(pages.filter((page) => pages.indexOf(page) === pages.lastIndexOf(page)));
}

function readMenuItem(row: MenuRow, filhos: readonly ItemDeMenu[]): ItemDeMenu {
  return {
    id: row.id,
    area: row.area as ItemDeMenu['area'],
    rotulo: row.rotulo,
    descricao: row.descricao,
    icone: iconName(row.icone),
    destino: destinationOf(row),
    externo: row.destino_tipo === 'externo',
    filhos,
  };
}

/** Content names an icon of the site's own set by its plain name; another set is named with its prefix (`set:name`). */
function iconName(icone: string | null): string | null {
  return icone === null || icone === '' || icone.includes(':') ? icone : `lucide:${icone}`;
}

function destinationOf({ destino, destino_tipo }: MenuRow): string | null {
  if (destino === null) return null;
  if (destino_tipo === 'pagina') return routePath('pagina', { slug: destino });
  if (destino_tipo === 'categoria') return routePath('documentos', { category: destino });
  return safeAddress(destino);
}

function readSecao(secao: SecaoRow, items: readonly MenuRow[]): SecaoLai {
  return {
    chave: secao.chave,
    nome: secao.nome,
    descricao: secao.descricao,
    icone: iconName(secao.icone),
    categorias: secao.categorias.map(readCategoria),
    links: items.filter((item) => item.secao_id === secao.id).map((item) => readMenuItem(item, [])),
  };
}

function readCategoria(row: SecaoRow['categorias'][number]): CategoriaLai {
  return {
    slug: row.slug,
    rotulo: row.rotulo,
    descricao: row.descricao,
    total: row.resumo?.total ?? 0,
    ultimoEm: row.resumo?.ultimo_publicado_em ?? null,
  };
}

function readContato(row: ContatoRow): Contato {
  return {
    id: row.id,
    tipo: row.tipo as Contato['tipo'],
    rotulo: row.rotulo ?? row.tipo_contato.rotulo,
    valor: row.valor,
    href: contactAddress(row.tipo, row.valor_normalizado ?? row.valor),
    principal: row.principal,
  };
}

function readDiretor(row: Rows['membro_orgao'][number]): readonly Diretor[] {
  const { pessoa } = row;
  if (pessoa === null) return [];
  return [
    {
      id: row.id,
      nome: pessoa.nome_social ?? pessoa.nome,
      cargo: row.cargo ?? 'Membro da diretoria',
      foto: pessoa.foto_arquivo_id === null ? null : fileUrl(pessoa.foto_arquivo_id),
      fotoAlt: pessoa.foto_alt,
    },
  ];
}
