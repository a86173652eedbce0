import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { SeloDeAtualizacao } from '../../components/documents/selo-de-atualizacao/selo-de-atualizacao.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import type { Categoria } from './pagina-documentos.tsx';

/** Who answers for the list, by which rule, how often it grows and whether it is on time. */
export function PeDaLista({ categoria }: { readonly categoria: Categoria }): ReactElement {
  const { resumo, ritmo, responsavel, base_legal } = categoria;
  const ultimo = resumo?.ultimo_publicado_em ?? null;
  return (
    <Secao titulo="Sobre esta lista" id="sobre-esta-lista">
      <Definicoes
        colunas
        itens={[
          { rotulo: 'Última atualização', valor: ultimo === null ? 'Nada foi publicado ainda' : <DataHora data={ultimo} /> },
          { rotulo: 'Frequência', valor: ritmo.rotulo },
          { rotulo: 'Situação', valor: <Situacao resumo={resumo} /> },
          {
            rotulo: 'Responsável',
            valor: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
          },
          { rotulo: 'Base legal', valor: base_legal },
        ]}
      />
      <p>
        Encontrou um problema? <a href={routePath('sic')}>Fale com o SIC</a>
      </p>
    </Secao>
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
          <DataHora data={desde} prefixo="desde" />
        </>
      )}
    </>
  );
}
