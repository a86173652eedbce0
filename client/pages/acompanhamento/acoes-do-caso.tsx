import type { ReactElement } from 'react';
import { RadioField } from '../case-form/choice-fields.tsx';
import { TextArea } from '../case-form/text-fields.tsx';
import { Acao, type Tracked } from './forma-da-acao.tsx';

const NOTAS = [
  { value: '5', label: '5, muito satisfeito' },
  { value: '4', label: '4, satisfeito' },
  { value: '3', label: '3, nem satisfeito nem insatisfeito' },
  { value: '2', label: '2, insatisfeito' },
  { value: '1', label: '1, muito insatisfeito' },
] as const;

const RESOLUTIVIDADE = [
  { value: 'resolvida', label: 'Sim' },
  { value: 'parcial', label: 'Em parte' },
  { value: 'nao_resolvida', label: 'Não' },
] as const;

interface Props {
  readonly screen: Tracked;
}

/** Everything that may be done now, what has a term first. */
export function Acoes({ screen }: Props): ReactElement {
  const { podeComplementar, podeRecorrer, podeAvaliar } = screen.case;
  return (
    <>
      {podeRecorrer ? (
        <Acao screen={screen} action="appeal" title="Recorrer da resposta" submitLabel="Enviar o recurso">
          <TextArea name="texto" label="Por que a resposta não atende" rows={5} most={10_000} />
        </Acao>
      ) : null}
      {podeComplementar ? <Complemento screen={screen} /> : null}
      {podeAvaliar ? (
        <Acao screen={screen} action="rating" title="Avaliar a resposta" submitLabel="Enviar a avaliação">
          <RadioField name="nota" label="Que nota você dá?" options={NOTAS} />
          {screen.case.canal === 'ouvidoria' ? (
            <RadioField name="resolutividade" label="Foi resolvido?" options={RESOLUTIVIDADE} optional />
          ) : null}
          <TextArea name="texto" label="Quer dizer mais?" optional rows={3} most={2_000} />
        </Acao>
      ) : null}
    </>
  );
}

/** To write after an answer of the ouvidoria is to say that it is not enough. */
function Complemento({ screen }: Props): ReactElement {
  const reopens = screen.case.podeReabrir;
  return (
    <Acao
      screen={screen}
      action="complement"
      title={reopens ? 'Dizer o que faltou na resposta' : 'Acrescentar uma informação'}
      submitLabel={reopens ? 'Reabrir a manifestação' : 'Acrescentar ao caso'}
    >
      <TextArea
        name="texto"
        label={reopens ? 'O que faltou' : 'O que você quer acrescentar'}
        {...(reopens ? { hint: 'A manifestação volta para análise, com um prazo novo. Isso pode ser feito uma vez.' } : {})}
        rows={5}
        most={10_000}
      />
    </Acao>
  );
}
