import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { SeloDeAtualizacao } from '../../components/documents/selo-de-atualizacao/selo-de-atualizacao.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import type { Categoria } from './documento-da-lista.ts';

/** Shows which unit answers for the list, by which rule, how often it grows and whether it is on time. */
export function PeDaLista({ categoria }: { readonly categoria: Categoria }): ReactElement {
  const { resumo, ritmo, responsavel, base_legal, codigos_pntp: criterios } = categoria;
  return (
    <Section title="Sobre esta lista" id="sobre-esta-lista">
      <DescriptionList
        columns
        items={[
          { label: 'Frequência', value: ritmo.rotulo },
          { label: 'Situação', value: <Situacao resumo={resumo} /> },
          {
            label: 'Responsável',
            value: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
          },
          { label: 'Base legal', value: base_legal },
          { label: 'Critérios do PNTP', value: criterios.length === 0 ? null : criterios.join(', ') },
        ]}
      />
      <p>
        Encontrou um problema? <a href={routePath('sic')}>Fale com o SIC</a>
      </p>
    </Section>
  );
}

function Situacao({ resumo }: Pick<Categoria, 'resumo'>): ReactElement {
  const desde = resumo?.atrasada_desde ?? null;
  return (
    <>
      <SeloDeAtualizacao situacao={resumo?.situacao_atualizacao ?? null} />
      {resumo?.situacao_atualizacao !== 'atrasada' || desde === null ? null : (
        <>
          {' '}
          <DateTime date={desde} prefix="desde" />
        </>
      )}
    </>
  );
}
