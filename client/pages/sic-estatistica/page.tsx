import type { ReactElement } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { Detail } from '../../components/content/description-list/description-list.tsx';
import { EstatisticaDoCanal } from '../atendimento/estatistica-do-canal.tsx';

const { resposta, prorrogacao, recurso } = PRAZOS_DO_SIC;

const DEFINICOES: readonly Detail[] = [
  { label: 'Pedidos recebidos', value: 'Todos os pedidos de informação registrados no ano, por qualquer meio.' },
  { label: 'Acesso concedido', value: 'A pessoa recebeu tudo o que pediu.' },
  {
    label: 'Acesso concedido em parte',
    value: 'A pessoa recebeu uma parte. A outra foi negada com a razão escrita e o caminho do recurso.',
  },
  {
    label: 'Acesso negado',
    value:
      'Nada foi entregue. O relatório diz a razão legal: dado pessoal, sigilo previsto em lei, informação classificada, pedido genérico, desproporcional ou que exige trabalho adicional.',
  },
  { label: 'Informação inexistente', value: 'O instituto não tem a informação e declarou isso por escrito.' },
  { label: 'Fora da competência', value: 'Outro órgão tem a informação. O pedido foi encaminhado e a pessoa foi avisada.' },
  { label: 'Em andamento', value: 'Pedidos ainda dentro do prazo no fim do período.' },
  { label: 'Respondidos na hora', value: 'A parte respondida no mesmo dia, porque a informação já estava disponível.' },
  {
    label: 'Tempo médio e tempo mediano',
    value:
      'A média soma todos os tempos e divide pela quantidade. A mediana é o tempo do meio: metade foi respondida antes dele, metade depois.',
  },
  {
    label: 'Respondidos no prazo',
    value: `A parte respondida em até ${resposta} dias, e em até ${resposta + prorrogacao} dias quando houve prorrogação justificada.`,
  },
  { label: 'Recursos', value: `Quantas pessoas recorreram, em até ${recurso} dias, e quantas tiveram razão.` },
  {
    label: 'Quem pediu',
    value: 'Informações gerais e opcionais sobre quem pediu: pessoa ou empresa, município, faixa de idade e escolaridade. Nunca o nome.',
  },
];

export function PageComponent(): ReactElement {
  return (
    <EstatisticaDoCanal
      lide="Todo ano o SIC publica quantos pedidos de informação recebeu, atendeu e negou, com informações gerais sobre quem pediu."
      norma="Lei nº 12.527/2011, art. 30"
      definicoes={DEFINICOES}
      voltar={{ href: routePath('sic'), rotulo: 'Serviço de Informação ao Cidadão' }}
    />
  );
}
