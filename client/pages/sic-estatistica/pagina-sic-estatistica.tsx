import type { ReactElement } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { Detalhe } from '../../components/types.ts';
import { EstatisticaDoCanal } from '../atendimento/estatistica-do-canal.tsx';

const { resposta, prorrogacao, recurso } = PRAZOS_DO_SIC;

const DEFINICOES: readonly Detalhe[] = [
  { rotulo: 'Pedidos recebidos', valor: 'Todos os pedidos de informação registrados no ano, por qualquer meio.' },
  { rotulo: 'Acesso concedido', valor: 'A pessoa recebeu tudo o que pediu.' },
  {
    rotulo: 'Acesso concedido em parte',
    valor: 'A pessoa recebeu uma parte. A outra foi negada com a razão escrita e o caminho do recurso.',
  },
  {
    rotulo: 'Acesso negado',
    valor:
      'Nada foi entregue. O relatório diz a razão legal: dado pessoal, sigilo previsto em lei, informação classificada, pedido genérico, desproporcional ou que exige trabalho adicional.',
  },
  { rotulo: 'Informação inexistente', valor: 'O instituto não tem a informação e declarou isso por escrito.' },
  { rotulo: 'Fora da competência', valor: 'Outro órgão tem a informação. O pedido foi encaminhado e a pessoa foi avisada.' },
  { rotulo: 'Em andamento', valor: 'Pedidos ainda dentro do prazo no fim do período.' },
  { rotulo: 'Respondidos na hora', valor: 'A parte respondida no mesmo dia, porque a informação já estava disponível.' },
  {
    rotulo: 'Tempo médio e tempo mediano',
    valor:
      'A média soma todos os tempos e divide pela quantidade. A mediana é o tempo do meio: metade foi respondida antes dele, metade depois.',
  },
  {
    rotulo: 'Respondidos no prazo',
    valor: `A parte respondida em até ${resposta} dias, e em até ${resposta + prorrogacao} dias quando houve prorrogação justificada.`,
  },
  { rotulo: 'Recursos', valor: `Quantas pessoas recorreram, em até ${recurso} dias, e quantas tiveram razão.` },
  {
    rotulo: 'Quem pediu',
    valor: 'Informações gerais e opcionais sobre quem pediu: pessoa ou empresa, município, faixa de idade e escolaridade. Nunca o nome.',
  },
];

export function PaginaSicEstatistica(): ReactElement {
  return (
    <EstatisticaDoCanal
      lide="Todo ano o SIC publica quantos pedidos de informação recebeu, atendeu e negou, com informações gerais sobre quem pediu."
      norma="Lei nº 12.527/2011, art. 30"
      definicoes={DEFINICOES}
      voltar={{ href: routePath('sic'), rotulo: 'Serviço de Informação ao Cidadão' }}
    />
  );
}
