import { type Dia, diaDe, instante, porExtenso, somarDias } from '../dates.ts';
import { type ArquivoDemo, arquivoDePdf, imagemParaTexto } from '../files.ts';
import { INSTITUTO } from '../institute.ts';
import { lista, paragrafo } from '../pdf/content.ts';
import { html } from '../rich-text.ts';
import type { Linha, Tabela } from '../rows.ts';
import { COMUNICADOS_ANTIGOS } from './comunicados-antigos.ts';
import { COMUNICADOS_ATUAIS } from './comunicados-atuais.ts';

interface ComunicadoDemo {
  readonly titulo: string;
  readonly resumo: string;
  readonly tipo: 'aviso' | 'convocacao' | 'prazo' | 'suspensao' | 'outro';
  readonly prioridade: 'normal' | 'alta' | 'urgente';
  readonly publico: readonly string[];
  readonly corpo: string;
  /** Title and items of an attached sheet. */
  readonly anexo?: readonly [titulo: string, ...itens: string[]];
}

/** An old notice has its own days; a current one counts them from today. */
export interface ComunicadoAntigo extends ComunicadoDemo {
  readonly em: Dia;
  readonly ate: Dia | null;
}

export interface ComunicadoAtual extends ComunicadoDemo {
  readonly de: number;
  readonly ate: number | null;
}

function anexoDe(comunicado: ComunicadoDemo, data: Dia): ArquivoDemo | undefined {
  if (comunicado.anexo === undefined) {
    return undefined;
  }
  const [titulo, ...itens] = comunicado.anexo;
  return arquivoDePdf(`comunicado:${comunicado.titulo}`, `${titulo.toLowerCase().replaceAll(/[^a-zà-ú0-9]+/g, '-')}.pdf`, {
    titulo,
    subtitulo: comunicado.titulo,
    data,
    assinaturas: [{ nome: 'Central de Atendimento', cargo: INSTITUTO.sigla }],
    blocos: [paragrafo(comunicado.resumo.replace(' até {ate}', '')), lista(...itens)],
  });
}

// The sheet of a current notice is dated on a fixed day, so that its bytes do not change with the clock.
const DIA_DOS_ANEXOS_ATUAIS = '2026-10-01';

/** Lists the attachments of all notices. */
export function arquivosDosComunicados(): readonly ArquivoDemo[] {
  return [
    ...COMUNICADOS_ANTIGOS.map((comunicado) => anexoDe(comunicado, comunicado.em)),
    ...COMUNICADOS_ATUAIS.map((comunicado) => anexoDe(comunicado, DIA_DOS_ANEXOS_ATUAIS)),
  ].filter((arquivo) => arquivo !== undefined);
}

interface ComDias {
  readonly comunicado: ComunicadoDemo;
  readonly anexo: ArquivoDemo | undefined;
  readonly em: Dia;
  readonly ate: Dia | null;
}

function comDias(now: Date): readonly ComDias[] {
  const hoje = diaDe(now);
  return [
    ...COMUNICADOS_ANTIGOS.map((comunicado) => ({
      comunicado,
      anexo: anexoDe(comunicado, comunicado.em),
      em: comunicado.em,
      ate: comunicado.ate,
    })),
    ...COMUNICADOS_ATUAIS.map((comunicado) => ({
      comunicado,
      anexo: anexoDe(comunicado, DIA_DOS_ANEXOS_ATUAIS),
      em: somarDias(hoje, comunicado.de),
      ate: comunicado.ate === null ? null : somarDias(hoje, comunicado.ate),
    })),
  ];
}

function linhaDoComunicado({ comunicado, em, ate }: ComDias, id: number): Linha {
  const preencher = (texto: string): string => texto.replaceAll('{ate}', ate === null ? '' : porExtenso(ate));
  return {
    id,
    titulo: preencher(comunicado.titulo),
    resumo: preencher(comunicado.resumo),
    corpo_html: html(preencher(comunicado.corpo), imagemParaTexto),
    tipo: comunicado.tipo,
    prioridade: comunicado.prioridade,
    publico_alvo: comunicado.publico,
    valido_de: instante(em, '08:00'),
    valido_ate: ate === null ? null : instante(ate, '23:59'),
    publicado: true,
    publicado_em: instante(em, '08:00'),
    criado_em: instante(em, '08:00'),
    atualizado_em: instante(em, '08:00'),
  };
}

/** Returns notices and their attachments; those of today come after the old ones, whose ids never move. */
export function comunicados(now: Date): readonly Tabela[] {
  const todos = comDias(now);
  const anexos = todos.flatMap(({ comunicado, anexo }, index) =>
    anexo === undefined ? [] : [{ comunicado_id: index + 1, arquivo_id: anexo.id, rotulo: comunicado.anexo?.[0] ?? null, ordem: 1 }],
  );
  return [
    { nome: 'comunicado', identity: true, linhas: todos.map((comunicado, index) => linhaDoComunicado(comunicado, index + 1)) },
    { nome: 'comunicado_arquivo', linhas: anexos },
  ];
}
