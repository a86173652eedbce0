import { tabelasDoCalendario } from './calendar.ts';
import { anoDe, cameUntil, type Dia, diaDe } from './dates.ts';
import { readArchive, readContext } from './documents/archive.ts';
import { type DocumentoDemo, type PdfAvulso, pdfAvulso } from './documents/document.ts';
import {
  type FilesOf,
  type Ids,
  idsOf,
  tabelaDeArquivosDosDocumentos,
  tabelaDeDocumentos,
  tabelasDosDocumentos,
} from './documents/document-rows.ts';
import { type FamilyContext, readFamily } from './documents/families.ts';
import { type ArquivoDemo, arquivoDeImagem, arquivoDePdf, arquivosDoDocumento, signaturesOf } from './files.ts';
import { type ReuniaoDemo, readMeetingRules, reunioesComAta, reunioesFuturas, reunioesRealizadas, tabelaDeReunioes } from './meetings.ts';
import { type ComunicadoDemo, readComunicados, tabelaDeAnexos, tabelaDeComunicados } from './notices.ts';
import { type PessoaDemo, readPeople, tabelaDePessoas } from './people.ts';
import { type Pictures, readPictures } from './pictures.ts';
import { type Printer, printerFor } from './printer.ts';
import { resolveTable } from './references.ts';
import type { Linha, Tabela } from './rows.ts';
import { readText } from './source.ts';
import { readTable } from './tables.ts';
import { noticias, paginas } from './texts.ts';

/** Tables whose rows name these files and those of the steps before, so they are inserted when the files are stored. */
export interface Step {
  readonly files: readonly ArquivoDemo[];
  /** `arquivos` are the rows of the stored files, `secoes` the ids of the sections that the migrations brought. */
  readonly tables: (arquivos: readonly Linha[], secoes: ReadonlyMap<string, number>) => readonly Tabela[];
}

/** All that the demonstration consists of: the files to make and the rows to insert, in an order that satisfies every foreign key. */
export interface DemoContent {
  readonly documentos: readonly DocumentoDemo[];
  /** What names no file comes first and printed documents last, since their printing takes the longest. */
  readonly steps: readonly Step[];
  /** Statements for references that run in a circle and for rows of the migrations that the institute completes. */
  readonly links: string;
}

/** Reads the content as of a moment. The same files and the same moment give the same rows and the same file ids. */
export function readContent(now: Date): DemoContent {
  const parts = readParts(now);
  const { pictures, ids } = parts;
  const step = (files: readonly ArquivoDemo[], tables: () => readonly Tabela[]): Step => ({
    files,
    tables: (arquivos, secoes) =>
      [{ nome: 'arquivo', linhas: arquivos }, ...tables()].map((tabela) => resolveTable(tabela, { now, pictures, ids, secoes })),
  });
  return {
    documentos: parts.documentos,
    steps: [
      step([], () => tablesWithoutFiles(parts)),
      step(pictures.all.map(arquivoDeImagem), () => tablesWithPictures(parts)),
      step(printedFiles(parts), () => tablesWithPrintedFiles(parts)),
    ],
    links: readText('content/apos-a-carga.sql').replaceAll(/\{([\w:.-]+)\}/g, (_, chave: string) => String(ids.documento(chave))),
  };
}

interface Parts {
  readonly hoje: Dia;
  readonly pessoas: readonly PessoaDemo[];
  readonly pictures: Pictures;
  readonly printer: Printer;
  readonly context: FamilyContext;
  readonly reunioes: readonly ReuniaoDemo[];
  readonly documentos: readonly DocumentoDemo[];
  readonly documentFiles: FilesOf;
  readonly comunicados: readonly ComunicadoDemo[];
  readonly ids: Ids;
}

function readParts(now: Date): Parts {
  const hoje = diaDe(now);
  const pessoas = readPeople();
  const rules = readMeetingRules();
  const reunioes = [...reunioesRealizadas(rules, now), ...reunioesFuturas(rules, now)];
  const printer = printerFor(pessoas);
  const context = readContext(hoje, { pessoas, comAta: reunioesComAta(rules), rules, membrosEm: printer.membrosEm });
  const documentos = readArchive(context);
  const files = new Map(documentos.map((documento) => [documento, arquivosDoDocumento(documento, printer)]));
  return {
    hoje,
    pessoas,
    pictures: readPictures(pessoas),
    printer,
    context,
    reunioes,
    documentos,
    documentFiles: (documento) => files.get(documento) ?? [],
    comunicados: readComunicados(printer),
    ids: { documento: idsOf('document', documentos), reuniao: idsOf('meeting', reunioes), orgao: idsOf('body', rules.orgaos) },
  };
}

function printedFiles({ documentos, documentFiles, printer, context, comunicados }: Parts): readonly ArquivoDemo[] {
  return [
    ...documentos.flatMap((documento) => documentFiles(documento).map(({ arquivo }) => arquivo)),
    ...readPdfs('content/declaracoes.yaml', context).map(({ pdf }) => arquivoDePdf(pdf, printer)),
    ...comunicados.flatMap(({ anexo }) => anexo ?? []),
    ...readPdfs('content/certificado.yaml', context).map(({ pdf }) => arquivoDePdf(pdf, printer)),
  ];
}

/** The numbers of the service channels go the way of any other file of statistics, with the years that are over. */
function tabelaDeEstatisticas(hoje: Dia): Tabela {
  const [cabecalho, ...linhas] = readText('content/estatisticas.csv').split('\n');
  const passadas = linhas.filter((linha) => Number(linha.split(';')[1]) < anoDe(hoje));
  const conteudo = [cabecalho, ...passadas, ''].join('\n');
  return { nome: 'importacao_de_estatistica', linhas: [{ nome: 'estatisticas.csv', conteudo, demonstracao: true }] };
}

function tablesWithoutFiles({ hoje, reunioes, documentos, ids }: Parts): readonly Tabela[] {
  return [
    ...readTable('orgao_colegiado'),
    tabelaDeReunioes(reunioes, ids.orgao),
    tabelaDeDocumentos(documentos, ids),
    ...tabelasDosDocumentos(documentos, ids, hoje),
    tabelaDeEstatisticas(hoje),
    ...tabelasDoCalendario(hoje),
  ];
}

function tablesWithPictures({ hoje, pessoas, pictures, comunicados }: Parts): readonly Tabela[] {
  const categorias = readTable('categoria_noticia');
  return [
    ...readTable('configuracao_site'),
    tabelaDePessoas(pessoas, pictures),
    ...['unidade', 'contato', 'membro_orgao'].flatMap(readTable),
    ...categorias,
    noticias(
      hoje,
      pictures,
      categorias.flatMap(({ linhas }) => linhas),
    ),
    tabelaDeComunicados(comunicados, hoje, pictures),
    ...['banner_comunicado', 'faq_categoria', 'termo_glossario', 'servico'].flatMap(readTable),
    paginas(pictures),
    ...['menu_item', 'redirecionamento'].flatMap(readTable),
  ];
}

function tablesWithPrintedFiles({ printer, context, documentos, documentFiles, comunicados, ids }: Parts): readonly Tabela[] {
  return [
    tabelaDeArquivosDosDocumentos(documentos, ids, documentFiles),
    tabelaDeDeclaracoes(context, printer),
    tabelaDeAnexos(comunicados),
    ...['progestao_certificacao', 'progestao_avaliacao'].flatMap(readTable),
  ];
}

/** Reads what a file whose templates make no documents of the archive says of the days until now. */
function readPdfs(file: string, context: FamilyContext): readonly PdfAvulso[] {
  return cameUntil(readFamily(file, pdfAvulso, context), { hoje: context.hoje, dayOf: ({ pdf }) => pdf.conteudo.data });
}

/** Returns the table of the signed statements that nothing happened; each leads to its PDF and names who signed it. */
function tabelaDeDeclaracoes(context: FamilyContext, printer: Printer): Tabela {
  const linhas = readPdfs('content/declaracoes.yaml', context).map(({ pdf, linha }, index): Linha => {
    const [assinatura] = signaturesOf(pdf.conteudo, printer);
    return {
      ...linha,
      id: index + 1,
      signatario: assinatura?.nome,
      cargo: assinatura?.cargo,
      arquivo_id: arquivoDePdf(pdf, printer).id,
    };
  });
  return { nome: 'declaracao_inexistencia', linhas, identity: true };
}
