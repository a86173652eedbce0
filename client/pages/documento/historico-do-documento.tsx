import type { ReactElement } from 'react';
import { LinhaDoTempo } from '../../components/content/timeline/timeline.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import type { Documento } from './pagina-documento.tsx';

/** What changed in the document since it was published; nothing for one that never changed. */
export function HistoricoDoDocumento({ documento }: { readonly documento: Documento }): ReactElement | null {
  const { versoes } = documento;
  if (versoes.length === 0) return null;
  return (
    <Secao titulo="Histórico de versões" id="versoes">
      <LinhaDoTempo
        itens={versoes.map(({ versao, motivo, alterado_em }) => ({
          chave: versao,
          data: alterado_em,
          titulo: `Mudança feita na versão ${versao}`,
          descricao: <p>{motivo}</p>,
        }))}
      />
    </Secao>
  );
}
