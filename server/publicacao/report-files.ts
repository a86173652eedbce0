/** The files of the statistical reports of the service channels. */
import { relatorioEmCsv, relatorioEmJson } from '../../shared/atendimento/estatistica/arquivo.ts';
import type { Canal, ResultadoDoRelatorio } from '../../shared/atendimento/estatistica/relatorio.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AnyRoute } from '../../shared/routes/define.ts';
import type { PageFile } from './page-file.ts';

const OPERATION = 'RelatorioDeCasos';

/** Makes the file of the report of a channel, from the operation that its page asks for. */
export function reportFile(canal: Canal, { late }: Pick<AnyRoute, 'late'>): PageFile {
  return {
    name: ({ search }) => [`estatistica-${canal}`, ...(search['ano'] ?? [])].join('-'),
    async *write({ input, format, ask }) {
      const call = late(input).find(({ operation }) => operation === OPERATION);
      if (call === undefined) throw new AppError('INTERNAL', { detail: `the page asks for no ${OPERATION}` });
      // The backend answers the operation that the generated type describes.
      const resultado = (await ask(call)) as unknown as ResultadoDoRelatorio;
      yield format === 'csv' ? relatorioEmCsv(resultado, canal) : relatorioEmJson(resultado, canal);
    },
  };
}
