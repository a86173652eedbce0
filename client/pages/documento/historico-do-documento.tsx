import type { ReactElement } from 'react';
import { Timeline } from '../../components/content/timeline/timeline.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import type { Documento } from './arquivos-do-documento.tsx';

/** What changed in the document since it was published; nothing for one that never changed. */
export function HistoricoDoDocumento({ documento }: { readonly documento: Documento }): ReactElement | null {
  const { versoes } = documento;
  if (versoes.length === 0) return null;
  return (
    <Section title="Histórico de versões" id="versoes">
      <Timeline
        items={versoes.map(({ versao, motivo, alterado_em }) => ({
          key: versao,
          date: alterado_em,
          title: `Mudança feita na versão ${versao}`,
          description: <p>{motivo}</p>,
        }))}
      />
    </Section>
  );
}
