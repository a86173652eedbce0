import { pdfAvulso } from './documents/document.ts';
import { type FamilyContext, readFamily } from './documents/families.ts';
import { type ArquivoDemo, arquivoDePdf, signaturesOf } from './files.ts';
import type { Printer } from './printer.ts';
import type { Linha, Tabela } from './rows.ts';

/** Reads the PDFs of a file whose templates make no documents of the archive. */
export function readPdfs(file: string, context: FamilyContext, printer: Printer): readonly ArquivoDemo[] {
  return readFamily(file, pdfAvulso, context).map(({ pdf }) => arquivoDePdf(pdf, printer));
}

/** Returns the table of the signed statements that nothing happened; each leads to its PDF and names who signed it. */
export function tabelaDeDeclaracoes(context: FamilyContext, printer: Printer): Tabela {
  const linhas = readFamily('content/declaracoes.yaml', pdfAvulso, context).map(({ pdf, linha }, index): Linha => {
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
