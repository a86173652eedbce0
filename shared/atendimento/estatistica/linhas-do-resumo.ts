/** The rows of the summary of each channel: what they are called, what they mean, and which number of the report they show. */
import { PRAZOS_DA_OUVIDORIA, PRAZOS_DO_SIC } from '../prazos.ts';
import type { Canal } from './relatorio.ts';
import { ROTULOS } from './rotulos.ts';

/** Cases of a dimension that have one of its values. */
interface Casos {
  readonly dimensao: string;
  readonly valores: readonly string[];
}

type NumeroDoResumo =
  | (Casos & { readonly kind: 'contagem' })
  /** A share of the answered cases. */
  | (Casos & { readonly kind: 'parte' })
  | { readonly kind: 'medida'; readonly dimensao: string; readonly qual: string };

export interface LinhaDoResumo {
  readonly codigo: string;
  readonly rotulo: string;
  readonly definicao: string;
  readonly numero: NumeroDoResumo;
}

const [NO_PRAZO, COM_PRORROGACAO] = ['respondida_no_prazo', 'respondida_com_prorrogacao'] as const;

export const RESPONDIDAS: Casos = { dimensao: 'situacao', valores: [NO_PRAZO, COM_PRORROGACAO, 'respondida_fora_do_prazo'] };

function contagem(dimensao: string, ...valores: readonly string[]): NumeroDoResumo {
  return { kind: 'contagem', dimensao, valores };
}

function parte(dimensao: string, ...valores: readonly string[]): NumeroDoResumo {
  return { kind: 'parte', dimensao, valores };
}

function medida(dimensao: string, qual: string): NumeroDoResumo {
  return { kind: 'medida', dimensao, qual };
}

/** What both channels say after the answered cases. */
const DEPOIS_DAS_RESPONDIDAS: readonly LinhaDoResumo[] = [
  {
    codigo: 'em-andamento',
    rotulo: 'Em andamento',
    definicao: 'Ainda sem resposta, dentro do prazo.',
    numero: contagem('situacao', 'em_andamento'),
  },
  {
    codigo: 'em-atraso',
    rotulo: 'Em atraso',
    definicao: 'Ainda sem resposta, depois do fim do prazo.',
    numero: contagem('situacao', 'em_atraso'),
  },
  {
    codigo: 'tempo-medio',
    rotulo: 'Tempo médio, em dias',
    definicao: 'A soma dos dias de todas as respostas dividida pela quantidade delas.',
    numero: medida('dias', 'media'),
  },
  {
    codigo: 'tempo-mediano',
    rotulo: 'Tempo mediano, em dias',
    definicao: 'O tempo do meio: metade das respostas saiu em até esses dias.',
    numero: medida('dias', 'mediana'),
  },
];

function prorrogacoes(definicao: string): LinhaDoResumo {
  return { codigo: 'prorrogacoes', rotulo: 'Prorrogações', definicao, numero: contagem('prorrogacao', 'prorrogada') };
}

const SATISFACAO: LinhaDoResumo = {
  codigo: 'satisfacao',
  rotulo: 'Satisfação, de 1 a 5',
  definicao: 'A média das notas de 1 a 5 dadas por quem recebeu resposta.',
  numero: medida('nota', 'media'),
};

const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;

const DA_OUVIDORIA: readonly LinhaDoResumo[] = [
  {
    codigo: 'recebidas',
    rotulo: 'Recebidas',
    definicao: 'Tudo o que chegou à Ouvidoria no período, por qualquer canal.',
    numero: contagem('total', 'total'),
  },
  {
    codigo: 'respondidas',
    rotulo: 'Respondidas',
    definicao: 'As recebidas no período que já têm resposta.',
    numero: { kind: 'contagem', ...RESPONDIDAS },
  },
  {
    codigo: 'no-prazo',
    rotulo: `Respondidas em até ${resposta} dias`,
    definicao: `Parte das respondidas no prazo da lei, de ${resposta} dias.`,
    numero: parte('situacao', NO_PRAZO),
  },
  {
    codigo: 'no-prazo-prorrogado',
    rotulo: `Respondidas em até ${resposta + prorrogacao} dias`,
    definicao: `A mesma parte, com as que tiveram prorrogação de ${prorrogacao} dias.`,
    numero: parte('situacao', NO_PRAZO, COM_PRORROGACAO),
  },
  ...DEPOIS_DAS_RESPONDIDAS,
  prorrogacoes(`Respostas que precisaram de mais ${prorrogacao} dias. Só é possível uma vez, com a justificativa enviada a quem escreveu.`),
  SATISFACAO,
];

const DO_SIC: readonly LinhaDoResumo[] = [
  {
    codigo: 'recebidos',
    rotulo: 'Pedidos recebidos',
    definicao: 'Todos os pedidos de informação registrados no período, por qualquer meio.',
    numero: contagem('total', 'total'),
  },
  {
    codigo: 'solicitantes',
    rotulo: 'Pessoas diferentes que pediram',
    definicao:
      'Cada pessoa conta uma vez no ano, no mês do seu primeiro pedido. Quem se identifica de formas diferentes pode contar mais de uma vez.',
    numero: contagem('solicitante', 'distinto'),
  },
  {
    codigo: 'respondidos',
    rotulo: 'Respondidos',
    definicao: 'Os recebidos no período que já têm resposta.',
    numero: { kind: 'contagem', ...RESPONDIDAS },
  },
  {
    codigo: 'na-hora',
    rotulo: 'Respondidos na hora',
    definicao: 'Parte dos respondidos que saiu no mesmo dia, porque a informação já estava disponível.',
    numero: parte('imediata', 'imediata'),
  },
  {
    codigo: 'no-prazo',
    rotulo: 'Respondidos no prazo',
    definicao: `Parte dos respondidos em até ${PRAZOS_DO_SIC.resposta} dias, ou em até ${PRAZOS_DO_SIC.resposta + PRAZOS_DO_SIC.prorrogacao} dias quando houve prorrogação justificada.`,
    numero: parte('situacao', NO_PRAZO, COM_PRORROGACAO),
  },
  ...DEPOIS_DAS_RESPONDIDAS,
  prorrogacoes(`Respostas que precisaram de mais ${PRAZOS_DO_SIC.prorrogacao} dias, com a justificativa enviada a quem pediu.`),
  {
    codigo: 'recursos',
    rotulo: 'Recursos',
    definicao: `Pedidos em que a pessoa recorreu, em até ${PRAZOS_DO_SIC.recurso} dias da resposta.`,
    numero: contagem('recurso', ...Object.keys(ROTULOS['recurso'] ?? {})),
  },
  {
    codigo: 'recursos-providos',
    rotulo: 'Recursos providos',
    definicao: 'Recursos em que a pessoa teve razão, no todo ou em parte.',
    numero: contagem('recurso', 'provido', 'parcial'),
  },
  {
    codigo: 'reclamacoes',
    rotulo: 'Reclamações por falta de resposta',
    definicao: 'Pedidos em que a pessoa reclamou porque a resposta não veio no prazo. Não entram nos recursos.',
    numero: contagem('reclamacao', ...Object.keys(ROTULOS['reclamacao'] ?? {})),
  },
  SATISFACAO,
];

export const LINHAS_DO_RESUMO: Readonly<Record<Canal, readonly LinhaDoResumo[]>> = { ouvidoria: DA_OUVIDORIA, sic: DO_SIC };
