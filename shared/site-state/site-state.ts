import { DEFAULT_TIME_ZONE } from '../locale/dates.ts';

/**
 * The shared site state of specification section 3, by its names there: what every page shows around its own content. The server holds it
 * (loaded before ready, refreshed on change); a page carries the part that its layout shows. Every list may be empty.
 */
export interface ConfiguracaoDoSite {
  readonly nome: string;
  readonly sigla: string;
  readonly ente: string;
  readonly uf: string;
  readonly cnpj: string | null;
  /** Path of the header image: `/nhostprovider/{id}` or a path of `public/`. */
  readonly image_header: string | null;
  /** Header images of areas; null where an area shows the one of all. */
  readonly image_header_transparencia: string | null;
  readonly image_header_atendimento: string | null;
  readonly image_header_instituto: string | null;
  readonly image_header_noticias: string | null;
  readonly logo: string | null;
  /** Pixels of the logo's file; 0 where they are not known. */
  readonly logo_largura: number;
  readonly logo_altura: number;
  readonly favicon: string | null;
  /** `#rrggbb` */
  readonly cor_primaria: string | null;
  readonly titulo: string | null;
  readonly descricao: string | null;
  readonly imagem_social: string | null;
  readonly aviso_global: string | null;
  readonly url_radar: string | null;
  readonly url_receitas_despesas: string | null;
  readonly url_pncp: string | null;
  readonly url_extrato_previdenciario: string | null;
}

export interface ItemDeMenu {
  readonly id: number;
  readonly area: 'principal' | 'lai' | 'rodape' | 'acesso_rapido';
  readonly rotulo: string;
  readonly descricao: string | null;
  readonly icone: string | null;
  /** An internal path or an absolute URL; null for a heading that only groups. */
  readonly destino: string | null;
  /** The page of which the address names a part, where no other entry of the main menu leads there: this one is marked on it. */
  readonly paginaInteira?: string;
  readonly externo: boolean;
  readonly filhos: readonly ItemDeMenu[];
}

export interface CategoriaLai {
  readonly slug: string;
  readonly rotulo: string;
  readonly descricao: string;
  readonly total: number;
  /** ISO date of the newest visible document, or null. */
  readonly ultimoEm: string | null;
}

export interface SecaoLai {
  readonly chave: string;
  readonly nome: string;
  readonly descricao: string;
  readonly icone: string | null;
  readonly categorias: readonly CategoriaLai[];
  /** Links of sections that hold no documents (atendimento, programas). */
  readonly links: readonly ItemDeMenu[];
}

export interface Contato {
  readonly id: number;
  readonly tipo: 'telefone' | 'whatsapp' | 'email' | 'endereco' | 'rede_social' | 'horario';
  readonly rotulo: string;
  readonly valor: string;
  /** `tel:`, `mailto:` or https address; null for plain text. */
  readonly href: string | null;
  readonly principal: boolean;
}

export interface Diretor {
  readonly id: number;
  readonly nome: string;
  readonly cargo: string;
  readonly foto: string | null;
  readonly fotoAlt: string | null;
}

/** A collegiate body, by the key that its page knows it by. */
export interface NomeDeOrgao {
  readonly chave: string;
  readonly nome: string;
}

/** How much the transparency area holds, for pages that do not show its lists. */
export interface TotaisLai {
  /** Visible documents of active categories. */
  readonly documentos: number;
  /** Active categories. */
  readonly categorias: number;
}

/** The words that a filter of a list may have, by their keys. Each list is empty where they are not known. */
export interface Vocabularios {
  readonly tiposDeComunicado: readonly string[];
  readonly situacoesDeDocumento: readonly string[];
  readonly tiposDeDocumento: readonly string[];
}

/** One step of the breadcrumb of a page. */
export interface Caminho {
  readonly rotulo: string;
  /** null for the current page. */
  readonly to: string | null;
  readonly atual: boolean;
}

export interface SiteState {
  readonly siteConfig: readonly ConfiguracaoDoSite[];
  /** IANA time zone of the institution: days and hours are shown in it, and content is published by it. */
  readonly fusoHorario: string;
  readonly dataMenu: readonly ItemDeMenu[];
  readonly dataLai: readonly SecaoLai[];
  readonly contato: readonly Contato[];
  readonly diretoriaExecutiva: readonly Diretor[];
  /** The names of the collegiate bodies, which are the titles of their pages. */
  readonly orgaos: readonly NomeDeOrgao[];
  /** Breadcrumb of a page of the default layout; the browser and the renderer work it out from the route and its data. */
  readonly caminhos: readonly Caminho[];
  /** Breadcrumb of a page of the transparency section. */
  readonly caminhosLai: readonly Caminho[];
  readonly totaisLai: TotaisLai;
  /** True before the first document or declaration of the site: no list is late then (`NadaPublicado` of the transparency page). Of lists alone. */
  readonly nadaPublicado?: boolean;
  /** Slugs of the pages that header and footer link by themselves, of those that the institution has written. */
  readonly paginasDaMoldura: readonly string[];
  readonly vocabularios: Vocabularios;
  /** True while the database holds the invented demonstration content. */
  readonly demonstracao: boolean;
}

/** The name of an institution that nobody has configured yet. */
export const GENERAL_NAME = 'Instituto de Previdência';

/** The state before anything was loaded: all lists empty, as the specification starts them. */
export const EMPTY_SITE_STATE: SiteState = {
  siteConfig: [],
  fusoHorario: DEFAULT_TIME_ZONE,
  dataMenu: [],
  dataLai: [],
  contato: [],
  diretoriaExecutiva: [],
  orgaos: [],
  caminhos: [],
  caminhosLai: [],
  totaisLai: { documentos: 0, categorias: 0 },
  paginasDaMoldura: [],
  vocabularios: { tiposDeComunicado: [], situacoesDeDocumento: [], tiposDeDocumento: [] },
  demonstracao: false,
};
