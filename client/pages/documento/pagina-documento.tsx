import type { ReactElement } from 'react';
import { DocumentoDocument } from '../../../shared/graphql/generated/documents/Documento.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { detalhesDoDocumento, LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Aviso } from '../../components/feedback/alert/alert.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkSeta } from '../../components/navigation/button/button.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import { ArquivosDoDocumento } from './arquivos-do-documento.tsx';
import { ComoCitar } from './como-citar.tsx';
import estilos from './documento.module.css';
import { HistoricoDoDocumento } from './historico-do-documento.tsx';
import { origemDoDocumento } from './origem-do-documento.tsx';
import { RelacoesDoDocumento } from './relacoes-do-documento.tsx';
import { Vinculos } from './vinculos.tsx';

export type Documento = NonNullable<OperationResults['Documento']['documento_by_pk']>;

/** The permanent page of a document. The route refuses one that does not exist, so there is always one here. */
export function PaginaDocumento(): ReactElement | null {
  const documento = useOperation(DocumentoDocument).documento_by_pk;
  if (documento === null) return null;
  const { ementa, resumo_simples, categoria } = documento;
  const campos = lerCampos(categoria?.campos).filter((campo) => campo !== 'ementa');
  return (
    <Pilha espaco="g">
      <AvisosDeValidade documento={documento} />
      {temTexto(resumo_simples) ? (
        <Secao titulo="Em poucas palavras">
          <p className={estilos.resumo}>{resumo_simples}</p>
        </Secao>
      ) : null}
      {temTexto(ementa) ? (
        <Secao titulo="Ementa">
          <p className={estilos.ementa}>{ementa}</p>
        </Secao>
      ) : null}
      <ArquivosDoDocumento documento={documento} />
      <Secao titulo="Dados do documento" id="dados">
        <Definicoes colunas itens={[...detalhesDoDocumento(documento, campos), ...origemDoDocumento(documento)]} />
      </Secao>
      <RelacoesDoDocumento documento={documento} />
      <Vinculos documento={documento} />
      <HistoricoDoDocumento documento={documento} />
      <ComoCitar documento={documento} />
      <Linha>
        {categoria === null ? null : (
          <LinkSeta href={routePath('documentos', { category: categoria.slug })}>Toda a lista: {categoria.rotulo}</LinkSeta>
        )}
        <LinkSeta href={routePath('sic')}>Encontrou um problema? Fale com o SIC</LinkSeta>
        <BotaoImprimir />
      </Linha>
    </Pilha>
  );
}

function temTexto(texto: string | null): texto is string {
  return texto !== null && texto !== '';
}

/** Before anything else: whether another document took this one's place. */
function AvisosDeValidade({ documento: { revogado_por, substituido_por } }: { readonly documento: Documento }): ReactElement | null {
  const [novo] = substituido_por;
  if (revogado_por === null && novo === undefined) return null;
  return (
    <Pilha espaco="p">
      {revogado_por === null ? null : (
        <Aviso tom="alerta" titulo="Este documento foi revogado">
          <p>
            Quem o revogou: <LinkDoDocumento documento={revogado_por} />. Esta página fica no ar para consulta.
          </p>
        </Aviso>
      )}
      {novo === undefined ? null : (
        <Aviso tom="alerta" titulo="Há um documento mais novo no lugar deste">
          <p>
            Veja <LinkDoDocumento documento={novo} />.
          </p>
        </Aviso>
      )}
    </Pilha>
  );
}
