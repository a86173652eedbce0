/** The files of the statistical reports of the service channels. */
import { relatorioEmCsv, relatorioEmJson } from '../../shared/atendimento/estatistica/arquivo.ts';
import type { Canal, ResultadoDoRelatorio } from '../../shared/atendimento/estatistica/relatorio.ts';
import type { RouteId } from '../../shared/routes/table.ts';
import type { FileWriter } from './router.ts';

/** The files of pages, by the id of the route. */
export const PAGE_FILES: Readonly<Partial<Record<RouteId, FileWriter>>> = {
  ouvidoriaEstatistica: reportFile('ouvidoria'),
  sicEstatistica: reportFile('sic'),
};

function reportFile(canal: Canal): FileWriter {
  return {
    operation: 'RelatorioDeCasos',
    name: `estatistica-${canal}`,
    write: (data, format) => {
      // The backend answers the operation that the generated type describes.
      const resultado = data as unknown as ResultadoDoRelatorio;
      return format === 'csv' ? relatorioEmCsv(resultado, canal) : relatorioEmJson(resultado, canal);
    },
  };
}
