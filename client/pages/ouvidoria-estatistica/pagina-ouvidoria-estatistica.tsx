import type { ReactElement } from 'react';
import { PRAZOS_DA_OUVIDORIA } from '../../../shared/atendimento/prazos.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { Detalhe } from '../../components/types.ts';
import { EstatisticaDoCanal } from '../atendimento/estatistica-do-canal.tsx';

const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;

const DEFINICOES: readonly Detalhe[] = [
  { rotulo: 'Manifestações recebidas', valor: 'Tudo o que chegou à Ouvidoria no ano, por qualquer canal, já sem as repetidas.' },
  {
    rotulo: 'Por tipo',
    valor: 'Denúncia, reclamação, solicitação, sugestão ou elogio. Quando a pessoa escolhe o tipo errado, a Ouvidoria corrige e avisa.',
  },
  {
    rotulo: 'Por situação',
    valor: 'Em análise, à espera de informação de quem escreveu, respondida, concluída ou arquivada com a razão escrita.',
  },
  { rotulo: 'Por assunto', valor: 'O tema principal da manifestação. Mostra os pontos que se repetem e onde o serviço precisa melhorar.' },
  {
    rotulo: 'Identificadas e anônimas',
    valor: 'Quantas pessoas disseram quem são, quantas pediram sigilo e quantas preferiram não se identificar.',
  },
  {
    rotulo: 'Tempo médio e tempo mediano',
    valor:
      'A média soma todos os tempos e divide pela quantidade. A mediana é o tempo do meio: metade foi respondida antes dele, metade depois.',
  },
  {
    rotulo: 'Respondidas no prazo',
    valor: `A parte respondida em até ${resposta} dias, e a parte respondida em até ${resposta + prorrogacao} dias, quando houve prorrogação.`,
  },
  {
    rotulo: 'Prorrogações',
    valor: `Quantas respostas precisaram de mais ${prorrogacao} dias. Só pode uma vez, com a justificativa enviada a quem escreveu.`,
  },
  {
    rotulo: 'Resolutividade',
    valor: 'Das pessoas que avaliaram, quantas disseram que o problema foi resolvido, resolvido em parte ou não resolvido.',
  },
  { rotulo: 'Satisfação', valor: 'A média das notas de 1 a 5 dadas por quem recebeu resposta.' },
];

export function PaginaOuvidoriaEstatistica(): ReactElement {
  return (
    <EstatisticaDoCanal
      lide="Todo ano a Ouvidoria publica, por inteiro, quantas manifestações recebeu, os motivos, os pontos que se repetem e as medidas tomadas pelo instituto."
      norma="Lei nº 13.460/2017, arts. 14 e 15"
      definicoes={DEFINICOES}
      voltar={{ href: routePath('ouvidoria'), rotulo: 'Ouvidoria' }}
    />
  );
}
