/** The subjects that were asked about most in the newest year of a report, with the page where their answer may be. */
import { coluna } from './quadros.ts';
import { ehExata, lerRelatorio, type ResultadoDoRelatorio } from './relatorio.ts';

export interface AssuntoPedido {
  readonly nome: string;
  readonly quantidade: number;
  /** Null where no editor has said where it is published. */
  readonly publicadoEm: { readonly titulo: string; readonly endereco: string } | null;
}

export interface MaisPedidos {
  /** The year, with its months where they are not all. */
  readonly periodo: string;
  readonly assuntos: readonly AssuntoPedido[];
}

const MOSTRADOS = 5;

/** Returns those whose number is shown exactly: a small number, or a band, would put a subject into an order that tells more than the table. */
export function assuntosMaisPedidos({ linha_do_relatorio: linhas, assunto: paginas }: ResultadoDoRelatorio): MaisPedidos | null {
  const relatorio = lerRelatorio(linhas);
  const ano = relatorio.anos.findLast((um) => relatorio.recorte('assunto', um)?.valores != null);
  if (ano === undefined) return null;
  const valores = relatorio.recorte('assunto', ano)?.valores ?? new Map<string, never>();
  const assuntos = [...valores]
    .filter(([nome, quantidade]) => nome !== 'nao_informado' && ehExata(quantidade) && quantidade.maximo > 0)
    .sort(([umNome, um], [outroNome, outro]) => outro.maximo - um.maximo || umNome.localeCompare(outroNome, 'pt-BR'))
    .slice(0, MOSTRADOS)
    .map(([nome, { maximo }]) => ({ nome, quantidade: maximo, publicadoEm: paginaDe(nome, paginas) }));
  return assuntos.length === 0 ? null : { periodo: coluna(relatorio, 'assunto', ano).rotulo, assuntos };
}

function paginaDe(nome: string, paginas: ResultadoDoRelatorio['assunto']): AssuntoPedido['publicadoEm'] {
  const pagina = paginas.find((uma) => uma.nome === nome);
  const [titulo, endereco] = [pagina?.publicado_em_titulo?.trim() ?? '', pagina?.publicado_em_url?.trim() ?? ''];
  return titulo === '' || endereco === '' ? null : { titulo, endereco };
}
