import type { ReactElement } from 'react';
import { PRAZOS_DA_OUVIDORIA } from '../../../shared/atendimento/prazos.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { Detail } from '../../components/content/description-list/description-list.tsx';
import { EstatisticaDoCanal } from '../atendimento/estatistica-do-canal.tsx';

const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;

const DEFINICOES: readonly Detail[] = [
  { label: 'Manifestações recebidas', value: 'Tudo o que chegou à Ouvidoria no ano, por qualquer canal, já sem as repetidas.' },
  {
    label: 'Por tipo',
    value: 'Denúncia, reclamação, solicitação, sugestão ou elogio. Quando a pessoa escolhe o tipo errado, a Ouvidoria corrige e avisa.',
  },
  {
    label: 'Por situação',
    value: 'Em análise, à espera de informação de quem escreveu, respondida, concluída ou arquivada com a razão escrita.',
  },
  { label: 'Por assunto', value: 'O tema principal da manifestação. Mostra os pontos que se repetem e onde o serviço precisa melhorar.' },
  {
    label: 'Identificadas e anônimas',
    value: 'Quantas pessoas disseram quem são, quantas pediram sigilo e quantas preferiram não se identificar.',
  },
  {
    label: 'Tempo médio e tempo mediano',
    value:
      'A média soma todos os tempos e divide pela quantidade. A mediana é o tempo do meio: metade foi respondida antes dele, metade depois.',
  },
  {
    label: 'Respondidas no prazo',
    value: `A parte respondida em até ${resposta} dias, e a parte respondida em até ${resposta + prorrogacao} dias, quando houve prorrogação.`,
  },
  {
    label: 'Prorrogações',
    value: `Quantas respostas precisaram de mais ${prorrogacao} dias. Só pode uma vez, com a justificativa enviada a quem escreveu.`,
  },
  {
    label: 'Resolutividade',
    value: 'Das pessoas que avaliaram, quantas disseram que o problema foi resolvido, resolvido em parte ou não resolvido.',
  },
  { label: 'Satisfação', value: 'A média das notas de 1 a 5 dadas por quem recebeu resposta.' },
];

export function PageComponent(): ReactElement {
  return (
    <EstatisticaDoCanal
      lide="Todo ano a Ouvidoria publica, por inteiro, quantas manifestações recebeu, os motivos, os pontos que se repetem e as medidas tomadas pelo instituto."
      norma="Lei nº 13.460/2017, arts. 14 e 15"
      definicoes={DEFINICOES}
      voltar={{ href: routePath('ouvidoria'), rotulo: 'Ouvidoria' }}
    />
  );
}
