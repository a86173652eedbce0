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
          { label: 'Situação', value: resumo === null ? null : <Situacao resumo={resumo} /> },
          {
            label: 'Responsável',
            value: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
          },
          { label: 'Base legal', value: base_legal },
          { label: 'Critérios do PNTP', value: criterios.join(', ') || null },
        ]}
      />
      <p>
        Encontrou um problema? <a href={routePath('sic')}>Fale com o SIC</a>
      </p>
    </Section>
  );
}

function Situacao({ resumo }: { readonly resumo: NonNullable<Categoria['resumo']> }): ReactElement {
  const { situacao_atualizacao: situacao, atrasada_desde: desde } = resumo;
  return (
    <>
      <SeloDeAtualizacao situacao={situacao} />
      {desde === null ? null : (
        <>
          {' '}
          <DateTime date={desde} prefix="desde" />
        </>
      )}
    </>
  );
}
