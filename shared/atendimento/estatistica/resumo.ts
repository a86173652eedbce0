/** The first table of a report: the numbers that the law asks for, each with what it means. */
import { formatNumber } from '../../locale/numbers.ts';
import { PRAZOS_DA_OUVIDORIA, PRAZOS_DO_SIC } from '../prazos.ts';
import { coluna, type LinhaDoQuadro, type Quadro, textoDaParte, textoDaQuantidade } from './quadros.ts';
import { type Canal, NADA, type Quantidade, type Relatorio, somar } from './relatorio.ts';
import { nomeDoPeriodo, ROTULOS } from './rotulos.ts';

interface LinhaDescrita {
  readonly codigo: string;
  readonly rotulo: string;
  readonly definicao: string;
  /** Null where the year has no such number. */
  readonly texto: (ano: number) => string | null;
  readonly quantidade?: (ano: number) => Quantidade | null;
}

const RESPONDIDAS = ['respondida_no_prazo', 'respondida_com_prorrogacao', 'respondida_fora_do_prazo'];
const NO_PRAZO = RESPONDIDAS.slice(0, 2);

/** Returns the table; rows of which no shown year has a number are left out, and their meaning with them. */
export function resumoDoRelatorio(relatorio: Relatorio, canal: Canal): Quadro {
  const { anos } = relatorio;
  const linhas = (canal === 'ouvidoria' ? linhasDaOuvidoria : linhasDoSic)(relatorio).flatMap((descrita): readonly LinhaDoQuadro[] => {
    const { texto, quantidade, ...linha } = descrita;
    const celulas = anos.map((ano) => texto(ano));
    if (celulas.every((celula) => celula === null)) return [];
    return [{ ...linha, celulas: celulas.map((celula) => celula ?? '—'), quantidades: anos.map((ano) => quantidade?.(ano) ?? null) }];
  });
  return { id: 'resumo', titulo: 'Resumo', definicao: '', colunas: anos.map((ano) => coluna(relatorio, 'total', ano)), linhas };
}

/** The number of cases with one of the values; null where the year does not say. */
function contar(relatorio: Relatorio, dimensao: string, valores: readonly string[], ano: number): Quantidade | null {
  const conhecidos = relatorio.recorte(dimensao, ano)?.valores ?? null;
  return conhecidos === null ? null : somar(valores.map((valor) => conhecidos.get(valor) ?? NADA));
}

function mesmoPeriodo(relatorio: Relatorio, [uma, outra]: readonly [string, string], ano: number): boolean {
  const [a, b] = [relatorio.recorte(uma, ano)?.periodo, relatorio.recorte(outra, ano)?.periodo];
  return a?.inicio === b?.inicio && a?.fim === b?.fim;
}

/** The months of a number where they are not those of its column. */
function outroPeriodo(relatorio: Relatorio, dimensao: string, ano: number): string {
  const periodo = relatorio.recorte(dimensao, ano)?.periodo;
  return periodo === undefined || mesmoPeriodo(relatorio, [dimensao, 'total'], ano) ? '' : ` (${nomeDoPeriodo(periodo)})`;
}

function linha(
  relatorio: Relatorio,
  codigo: string,
  rotulo: string,
  definicao: string,
  [dimensao, valores]: readonly [string, readonly string[]],
): LinhaDescrita {
  const quantidade = (ano: number): Quantidade | null => contar(relatorio, dimensao, valores, ano);
  return {
    codigo,
    rotulo,
    definicao,
    quantidade,
    texto: (ano) => {
      const numero = quantidade(ano);
      return numero === null ? null : textoDaQuantidade(numero) + outroPeriodo(relatorio, dimensao, ano);
    },
  };
}

function parte(
  relatorio: Relatorio,
  codigo: string,
  rotulo: string,
  definicao: string,
  [dimensao, valores]: readonly [string, readonly string[]],
): LinhaDescrita {
  return {
    codigo,
    rotulo,
    definicao,
    texto: (ano) => {
      const numero = contar(relatorio, dimensao, valores, ano);
      if (numero === null) return null;
      // A share of two numbers that stand for different months would say nothing.
      if (!mesmoPeriodo(relatorio, [dimensao, 'situacao'], ano)) return textoDaParte(null, null);
      return textoDaParte(numero, contar(relatorio, 'situacao', RESPONDIDAS, ano)) + outroPeriodo(relatorio, dimensao, ano);
    },
  };
}

function medida(
  relatorio: Relatorio,
  codigo: string,
  rotulo: string,
  definicao: string,
  [dimensao, qual, unidade]: readonly [string, string, string],
): LinhaDescrita {
  return {
    codigo,
    rotulo,
    definicao,
    texto: (ano) => {
      const numero = relatorio.medida(dimensao, qual, ano);
      return numero === null ? null : `${formatNumber(numero)}${unidade}${outroPeriodo(relatorio, 'situacao', ano)}`;
    },
  };
}

function tempos(relatorio: Relatorio): readonly LinhaDescrita[] {
  return [
    medida(relatorio, 'tempo-medio', 'Tempo médio', 'A soma dos dias de todas as respostas dividida pela quantidade delas.', [
      'dias',
      'media',
      ' dias',
    ]),
    medida(relatorio, 'tempo-mediano', 'Tempo mediano', 'O tempo do meio: metade das respostas saiu em até esses dias.', [
      'dias',
      'mediana',
      ' dias',
    ]),
  ];
}

function pendentes(relatorio: Relatorio): readonly LinhaDescrita[] {
  return [
    linha(relatorio, 'em-andamento', 'Em andamento', 'Ainda sem resposta, dentro do prazo.', ['situacao', ['em_andamento']]),
    linha(relatorio, 'em-atraso', 'Em atraso', 'Ainda sem resposta, depois do fim do prazo.', ['situacao', ['em_atraso']]),
  ];
}

function linhasDaOuvidoria(relatorio: Relatorio): readonly LinhaDescrita[] {
  const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;
  return [
    linha(relatorio, 'recebidas', 'Recebidas', 'Tudo o que chegou à Ouvidoria no período, por qualquer canal.', ['total', ['total']]),
    linha(relatorio, 'respondidas', 'Respondidas', 'As recebidas no período que já têm resposta.', ['situacao', RESPONDIDAS]),
    parte(relatorio, 'no-prazo', `Respondidas em até ${resposta} dias`, `Parte das respondidas no prazo da lei, de ${resposta} dias.`, [
      'situacao',
      ['respondida_no_prazo'],
    ]),
    parte(
      relatorio,
      'no-prazo-prorrogado',
      `Respondidas em até ${resposta + prorrogacao} dias`,
      `A mesma parte, com as que tiveram prorrogação de ${prorrogacao} dias.`,
      ['situacao', NO_PRAZO],
    ),
    ...pendentes(relatorio),
    ...tempos(relatorio),
    linha(
      relatorio,
      'prorrogacoes',
      'Prorrogações',
      `Respostas que precisaram de mais ${prorrogacao} dias. Só é possível uma vez, com a justificativa enviada a quem escreveu.`,
      ['prorrogacao', ['prorrogada']],
    ),
    medida(relatorio, 'satisfacao', 'Satisfação', 'A média das notas de 1 a 5 dadas por quem recebeu resposta.', [
      'nota',
      'media',
      ' de 5',
    ]),
  ];
}

function linhasDoSic(relatorio: Relatorio): readonly LinhaDescrita[] {
  const { resposta, prorrogacao, recurso } = PRAZOS_DO_SIC;
  return [
    linha(relatorio, 'recebidos', 'Pedidos recebidos', 'Todos os pedidos de informação registrados no período, por qualquer meio.', [
      'total',
      ['total'],
    ]),
    linha(relatorio, 'respondidos', 'Respondidos', 'Os recebidos no período que já têm resposta.', ['situacao', RESPONDIDAS]),
    parte(
      relatorio,
      'na-hora',
      'Respondidos na hora',
      'Parte dos respondidos que saiu no mesmo dia, porque a informação já estava disponível.',
      ['imediata', ['imediata']],
    ),
    parte(
      relatorio,
      'no-prazo',
      'Respondidos no prazo',
      `Parte dos respondidos em até ${resposta} dias, ou em até ${resposta + prorrogacao} dias quando houve prorrogação justificada.`,
      ['situacao', NO_PRAZO],
    ),
    ...pendentes(relatorio),
    ...tempos(relatorio),
    linha(
      relatorio,
      'prorrogacoes',
      'Prorrogações',
      `Respostas que precisaram de mais ${prorrogacao} dias, com a justificativa enviada a quem pediu.`,
      ['prorrogacao', ['prorrogada']],
    ),
    linha(relatorio, 'recursos', 'Recursos', `Pedidos em que a pessoa recorreu, em até ${recurso} dias da resposta.`, [
      'recurso',
      Object.keys(ROTULOS['recurso'] ?? {}),
    ]),
    linha(relatorio, 'recursos-providos', 'Recursos providos', 'Recursos em que a pessoa teve razão, no todo ou em parte.', [
      'recurso',
      ['provido', 'parcial'],
    ]),
    medida(relatorio, 'satisfacao', 'Satisfação', 'A média das notas de 1 a 5 dadas por quem recebeu resposta.', [
      'nota',
      'media',
      ' de 5',
    ]),
  ];
}
