import type { ReactElement } from 'react';
import { CamposDaAcao } from './campos-da-acao.tsx';
import { Acao, type Tracked } from './forma-da-acao.tsx';
import { appealedNow } from './partes-do-caso.tsx';

interface Props {
  readonly screen: Tracked;
}

/** Everything that may be done now, what has a term first. */
export function Acoes({ screen }: Props): ReactElement {
  const { podeComplementar, podeReabrir, podeReclamar, podeRecorrer, podeAvaliar, podeCorrigirEmail, canal, pergunta, recursos } =
    screen.case;
  const perguntaSeResolveu = canal === 'ouvidoria';
  const contra = appealedNow(recursos);
  return (
    <>
      {podeRecorrer ? (
        <Acao screen={screen} action="appeal" title={`Recorrer da ${contra}`} submitLabel="Enviar o recurso">
          <CamposDaAcao action="appeal" contra={contra} perguntaSeResolveu={perguntaSeResolveu} />
        </Acao>
      ) : null}
      {podeReclamar ? (
        <Acao screen={screen} action="complaint" title="Reclamar da falta de resposta" submitLabel="Enviar a reclamação">
          <CamposDaAcao action="complaint" perguntaSeResolveu={perguntaSeResolveu} />
        </Acao>
      ) : null}
      {/* To write after an answer of the ouvidoria is to say that it is not enough. */}
      {podeComplementar ? (
        <Acao
          screen={screen}
          action="complement"
          title={
            podeReabrir ? 'Dizer o que faltou na resposta' : pergunta === null ? 'Acrescentar uma informação' : 'Responder ao instituto'
          }
          submitLabel={podeReabrir ? 'Reabrir a manifestação' : 'Acrescentar ao caso'}
        >
          <CamposDaAcao action="complement" reabre={podeReabrir} perguntaSeResolveu={perguntaSeResolveu} />
        </Acao>
      ) : null}
      {podeAvaliar ? (
        <Acao screen={screen} action="rating" title="Avaliar a resposta" submitLabel="Enviar a avaliação">
          <CamposDaAcao action="rating" reabre={podeReabrir} perguntaSeResolveu={perguntaSeResolveu} />
        </Acao>
      ) : null}
      {podeCorrigirEmail ? (
        <Acao screen={screen} action="email" title="Corrigir ou informar o e-mail" submitLabel="Trocar o e-mail">
          <CamposDaAcao action="email" perguntaSeResolveu={perguntaSeResolveu} />
        </Acao>
      ) : null}
    </>
  );
}
