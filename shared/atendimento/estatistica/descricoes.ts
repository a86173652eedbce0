/** The tables of values of a report: which dimension each shows, of which channel, and what its numbers mean. */
import type { Canal } from './relatorio.ts';

export interface QuadroDescrito {
  readonly dimensao: string;
  readonly titulo: string;
  readonly canais: readonly Canal[];
  readonly definicao: Readonly<Record<Canal, string>>;
  /** The cases of which the dimension says nothing are no row of the table. */
  readonly semOResto: boolean;
}

function quadro(
  dimensao: string,
  titulo: string,
  definicao: string,
  de: Partial<Omit<QuadroDescrito, 'dimensao' | 'titulo'>> = {},
): QuadroDescrito {
  return { dimensao, titulo, canais: ['ouvidoria', 'sic'], definicao: { ouvidoria: definicao, sic: definicao }, semOResto: false, ...de };
}

const DA_OUVIDORIA = { canais: ['ouvidoria'] } as const;
const DO_SIC = { canais: ['sic'] } as const;
const DE_QUEM_PEDIU = 'Informação opcional e geral: quem não quis dizer aparece como “Não informado”. Nunca o nome.';

export const QUADROS: readonly QuadroDescrito[] = [
  quadro('tipo', 'Por tipo', 'Quando a pessoa escolhe o tipo errado, a Ouvidoria corrige e avisa. Conta o tipo corrigido.', DA_OUVIDORIA),
  quadro(
    'tipo_resposta',
    'Por tipo de resposta',
    'O que a pessoa recebeu. Acesso em parte: uma parte foi entregue e a outra foi negada, com a razão escrita e o caminho do recurso.',
    DO_SIC,
  ),
  quadro('fundamento', 'Razões das negativas', 'A razão legal de cada acesso negado, no todo ou em parte.', { ...DO_SIC, semOResto: true }),
  quadro(
    'situacao',
    'Por situação',
    'A situação em que estão hoje os casos recebidos no período. Em atraso: sem resposta depois do fim do prazo, contada a prorrogação.',
  ),
  quadro('assunto', 'Por assunto', 'O tema principal. Mostra os pontos que se repetem e onde o serviço precisa melhorar.'),
  quadro('canal_entrada', 'Por canal de entrada', 'Por onde o caso chegou ao instituto.'),
  quadro(
    'identificacao',
    'Identificadas e anônimas',
    'Quantas pessoas disseram quem são, quantas pediram sigilo e quantas preferiram não se identificar.',
    DA_OUVIDORIA,
  ),
  quadro('resolutividade', 'Resolutividade', 'O que responderam as pessoas que avaliaram a resposta.', DA_OUVIDORIA),
  quadro('recurso', 'Recursos', 'Decisão do último recurso de cada pedido. Provido: quem recorreu teve razão.', {
    ...DO_SIC,
    semOResto: true,
  }),
  quadro(
    'reclamacao',
    'Reclamações por falta de resposta',
    'O que houve com a reclamação de quem não teve resposta no prazo. Prejudicada: o pedido foi respondido ou encerrado antes da decisão.',
    { ...DO_SIC, semOResto: true },
  ),
  quadro('pessoa', 'Pessoas físicas e jurídicas', DE_QUEM_PEDIU),
  quadro('faixa_etaria', 'Faixa de idade', DE_QUEM_PEDIU),
  quadro('genero', 'Gênero', DE_QUEM_PEDIU),
  quadro('escolaridade', 'Escolaridade', DE_QUEM_PEDIU),
  quadro('uf', 'Estado', DE_QUEM_PEDIU),
  quadro('municipio', 'Município', DE_QUEM_PEDIU),
];
