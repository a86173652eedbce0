import type { OrgaoChave } from '../bodies.ts';
import { type Dia, dia, fimDoMes } from '../dates.ts';
import type { ConteudoPdf } from '../pdf/content.ts';

/** A document of the archive before it has an id: everything that the columns of `documento` and its children say. */
export interface DocumentoDemo {
  /** Stable key, unique in the archive: other documents, meetings and evidence refer to it. */
  readonly chave: string;
  readonly categoria: string;
  readonly titulo: string;
  readonly numero?: string;
  readonly exercicio: number;
  readonly competencia?: { readonly inicio: Dia; readonly fim: Dia };
  readonly dataAto: Dia;
  readonly publicadoEm: Dia;
  readonly ementa?: string;
  readonly resumo: string;
  readonly orgao?: OrgaoChave;
  readonly reuniao?: string;
  readonly tipo?: string;
  readonly situacao?: string;
  readonly modalidade?: string;
  readonly interessado?: string;
  readonly valor?: number;
  readonly vigencia?: { readonly inicio: Dia; readonly fim?: Dia };
  readonly pncpId?: string;
  readonly licitacao?: string;
  readonly fonte?: string;
  readonly diarioOficial?: string;
  readonly contemDadoPessoal?: true;
  readonly oculto?: true;
  readonly retirado?: { readonly em: Dia; readonly motivo: string };
  readonly substitui?: string;
  readonly revogadoPor?: string;
  readonly versoes?: readonly { readonly em: Dia; readonly motivo: string; readonly antes: Readonly<Record<string, string>> }[];
  readonly relacoes?: readonly { readonly tipo: string; readonly para: string }[];
  readonly fiscal?: { readonly nome: string; readonly portaria: string; readonly inicio: Dia; readonly fim: Dia };
  readonly instituicao?: { readonly nome: string; readonly cnpj: string; readonly tipo: string };
  readonly conteudo: ConteudoPdf;
  readonly anexos?: readonly AnexoDemo[];
}

type AnexoDemo =
  | { readonly kind: 'csv'; readonly nome: string; readonly rotulo: string; readonly linhas: readonly (readonly string[])[] }
  | {
      readonly kind: 'pdf';
      readonly nome: string;
      readonly rotulo: string;
      readonly papel: 'anexo' | 'acessivel';
      readonly conteudo: ConteudoPdf;
    };

/** Returns the period of one month. */
export function competenciaDoMes(ano: number, mes: number): { readonly inicio: Dia; readonly fim: Dia } {
  return { inicio: dia(ano, mes, 1), fim: fimDoMes(ano, mes) };
}

/** Returns the period of a whole year. */
export function competenciaDoAno(ano: number): { readonly inicio: Dia; readonly fim: Dia } {
  return { inicio: dia(ano, 1, 1), fim: dia(ano, 12, 31) };
}

/** Returns the bytes of a CSV as the site offers open data: UTF-8 with BOM, semicolons, every line ended. */
export function csvBytes(linhas: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(`\uFEFF${linhas.map((linha) => linha.join(';')).join('\r\n')}\r\n`);
}
