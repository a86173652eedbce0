import { agendas, atas, convocacoes } from './atas.ts';
import { beneficios } from './beneficios.ts';
import { relatoriosDaCarteira } from './carteira.ts';
import { compras } from './compras.ts';
import { contas } from './contas.ts';
import { controle } from './controle.ts';
import { DOCUMENTOS_RETIRADOS, documentosOcultos } from './hidden.ts';
import { investimentos } from './investimentos.ts';
import { legislacao } from './legislacao.ts';
import type { DocumentoDemo } from './model.ts';
import { regularidade } from './regularidade.ts';
import { resolucoes } from './resolucoes.ts';

/**
 * Returns the whole archive; `licitacaoTipoCIF` has no document and no declaration, so that the site shows how it says so.
 * In the order of publication, which is also the order of the ids: rows that depend on `now` come last,
 * so that the ids of all the others never move.
 */
export function arquivoDeDocumentos(now: Date): readonly DocumentoDemo[] {
  const fixos = [
    ...agendas(),
    ...convocacoes(),
    ...atas(),
    ...resolucoes(),
    ...investimentos(),
    ...relatoriosDaCarteira(),
    ...regularidade(),
    ...contas(),
    ...controle(),
    ...beneficios(),
    ...compras(),
    ...legislacao(),
    ...DOCUMENTOS_RETIRADOS,
  ];
  const ordenados = fixos.toSorted((a, b) =>
    a.publicadoEm === b.publicadoEm ? (a.chave < b.chave ? -1 : 1) : a.publicadoEm < b.publicadoEm ? -1 : 1,
  );
  return [...ordenados, ...documentosOcultos(now)];
}
