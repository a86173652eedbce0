import { z } from 'zod';
import { type Dia, diaRelativo, instante, porExtenso } from './dates.ts';
import { type ArquivoDemo, arquivoDePdf } from './files.ts';
import type { Pictures } from './pictures.ts';
import type { Printer } from './printer.ts';
import { html } from './rich-text.ts';
import type { Linha, Tabela } from './rows.ts';
import { day, listFiles, readMarkdown } from './source.ts';

/** Reads the notices (`content/comunicados`) and makes the sheets that some of them carry. */
const comunicado = z.strictObject({
  titulo: z.string(),
  resumo: z.string(),
  tipo: z.enum(['aviso', 'convocacao', 'prazo', 'suspensao', 'outro']),
  prioridade: z.enum(['normal', 'alta', 'urgente']),
  publico_alvo: z.array(z.string()),
  valido_de: day,
  valido_ate: day.optional(),
  /** A sheet to download. */
  anexo: z.strictObject({ titulo: z.string(), itens: z.array(z.string()) }).optional(),
});

export interface ComunicadoDemo {
  readonly campos: z.infer<typeof comunicado>;
  readonly corpo: string;
  readonly anexo: ArquivoDemo | undefined;
}

/** Reads the notices in the order of their files: the old ones by day, then those counted from today (folder `atuais`). */
export function readComunicados(printer: Printer): readonly ComunicadoDemo[] {
  return listFiles('content/comunicados', '.md').map((file) => {
    const { fields, body } = readMarkdown(file, comunicado);
    return { campos: fields, corpo: body, anexo: anexoDe(fields, printer) };
  });
}

// The sheet of a current notice is dated on a fixed day, so that its bytes do not change with the clock.
const DIA_DOS_ANEXOS_ATUAIS = '2026-10-01';

function anexoDe({ titulo, resumo, valido_de, anexo }: ComunicadoDemo['campos'], printer: Printer): ArquivoDemo | undefined {
  if (anexo === undefined) {
    return undefined;
  }
  const nome = `${anexo.titulo.toLowerCase().replaceAll(/[^a-zà-ú0-9]+/g, '-')}.pdf`;
  const conteudo = {
    titulo: anexo.titulo,
    subtitulo: titulo,
    data: valido_de.startsWith('hoje') ? DIA_DOS_ANEXOS_ATUAIS : valido_de,
    assinaturas: [{ nome: 'Central de Atendimento', cargo: printer.timbre.sigla }],
    blocos: [resumo.replace(' até {ate}', ''), { lista: anexo.itens }],
  };
  return arquivoDePdf({ chave: `comunicado:${titulo}`, nome, conteudo }, printer);
}

/** Returns the table `comunicado`. The ids are the positions in the list. */
export function tabelaDeComunicados(comunicados: readonly ComunicadoDemo[], hoje: Dia, pictures: Pictures): Tabela {
  const linhas = comunicados.map((lido, index) => ({ id: index + 1, ...linhaDe(lido, hoje, pictures) }));
  return { nome: 'comunicado', identity: true, linhas };
}

/** Returns the table of their attachments. */
export function tabelaDeAnexos(comunicados: readonly ComunicadoDemo[]): Tabela {
  const linhas = comunicados.flatMap(({ campos, anexo }, index) =>
    anexo === undefined ? [] : [{ comunicado_id: index + 1, arquivo_id: anexo.id, rotulo: campos.anexo?.titulo ?? null, ordem: 1 }],
  );
  return { nome: 'comunicado_arquivo', linhas };
}

/** `{ate}` in the texts is the last day of validity. */
function linhaDe({ campos, corpo }: ComunicadoDemo, hoje: Dia, pictures: Pictures): Linha {
  const em = diaRelativo(campos.valido_de, hoje);
  const ate = campos.valido_ate === undefined ? null : diaRelativo(campos.valido_ate, hoje);
  const preencher = (texto: string): string => texto.replaceAll('{ate}', ate === null ? '' : porExtenso(ate));
  return {
    titulo: preencher(campos.titulo),
    resumo: preencher(campos.resumo),
    corpo_html: html(preencher(corpo), pictures.forText),
    tipo: campos.tipo,
    prioridade: campos.prioridade,
    publico_alvo: campos.publico_alvo,
    valido_de: instante(em, '08:00'),
    valido_ate: ate === null ? null : instante(ate, '23:59'),
    publicado: true,
    publicado_em: instante(em, '08:00'),
    criado_em: instante(em, '08:00'),
    atualizado_em: instante(em, '08:00'),
  };
}
