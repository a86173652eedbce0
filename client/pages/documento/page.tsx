import type { ReactElement } from 'react';
import { PROBLEM_PATH } from '../../../shared/cases/addresses.ts';
import { DocumentoDocument } from '../../../shared/graphql/generated/documents/Documento.ts';
import { processoDe } from '../../../shared/routes/familias/compras.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import {
  detalhesDoDocumento,
  enderecoDoDocumento,
  LinkDoDocumento,
} from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { abrirArquivo, tipoDoArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Pagamentos } from '../../components/documents/pagamentos/pagamentos.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { ArquivosDoDocumento, type Documento } from './arquivos-do-documento.tsx';
import { ComoCitar } from './como-citar.tsx';
import styles from './documento.module.css';
import { HistoricoDoDocumento } from './historico-do-documento.tsx';
import { NumerosDoDocumento } from './numeros-do-documento.tsx';
import { origemDoDocumento } from './origem-do-documento.tsx';
import { RelacoesDoDocumento } from './relacoes-do-documento.tsx';
import { Vinculos } from './vinculos.tsx';

/** The summary in plain words, the dates, and the main file at once. */
export function PageOpening(): ReactElement | null {
  const documento = useOperation(DocumentoDocument).documento_by_pk;
  if (documento === null) return null;
  const { resumo_simples, ementa, situacao, data_ato, arquivos, revogado_por } = documento;
  const principal = (arquivos.find(({ papel_arquivo }) => papel_arquivo.valor === 'principal') ?? arquivos[0])?.arquivo ?? null;
  return (
    <PageIntro
      lead={temTexto(resumo_simples) ? resumo_simples : ementa}
      facts={{
        data: data_ato === null ? null : <DateTime date={data_ato} />,
        arquivo: principal === null ? null : tipoDoArquivo(arquivoParaBaixar(principal, '')),
        situacao: revogado_por === null ? (situacao?.rotulo ?? null) : 'Este documento foi revogado',
      }}
    >
      {principal === null ? undefined : (
        <LinkButton href={arquivoParaBaixar(principal, '').href} icon="lucide:file-text">
          {abrirArquivo(arquivoParaBaixar(principal, ''))}
        </LinkButton>
      )}
    </PageIntro>
  );
}

/** The permanent page of a document. The route refuses one that does not exist, so there is always one here. */
export function PageComponent(): ReactElement | null {
  const documento = useOperation(DocumentoDocument).documento_by_pk;
  if (documento === null) return null;
  const { ementa, resumo_simples, categoria } = documento;
  const campos = lerCampos(categoria?.campos).filter((campo) => campo !== 'ementa');
  return (
    <Stack gap="l">
      <AvisosDeValidade documento={documento} />
      {temTexto(ementa) && temTexto(resumo_simples) ? (
        <Section title="Ementa">
          <p className={styles.ementa}>{ementa}</p>
        </Section>
      ) : null}
      <ArquivosDoDocumento documento={documento} />
      <NumerosDoDocumento documento={documento} />
      <Section title="Dados do documento" id="dados">
        <DescriptionList columns items={[...detalhesDoDocumento(documento, campos), ...origemDoDocumento(documento)]} />
      </Section>
      {documento.pagamentos.length === 0 ? null : (
        <Section title="Pagamentos" id="pagamentos">
          <Pagamentos documentos={[documento]} />
        </Section>
      )}
      <ProcessoDoDocumento documento={documento} />
      <RelacoesDoDocumento documento={documento} />
      <Vinculos documento={documento} />
      <HistoricoDoDocumento documento={documento} />
      <ComoCitar documento={documento} />
      <Row>
        {categoria === null ? null : (
          <ArrowLink href={routePath('documentos', { category: categoria.slug })}>Toda a lista: {categoria.rotulo}</ArrowLink>
        )}
        <ArrowLink href={PROBLEM_PATH + enderecoDoDocumento(documento)}>Relatar um problema neste documento</ArrowLink>
        <PrintButton />
      </Row>
    </Stack>
  );
}

function temTexto(texto: string | null): texto is string {
  return texto !== null && texto !== '';
}

/** The way to the whole purchase that the document is a part of. */
function ProcessoDoDocumento({ documento }: { readonly documento: Documento }): ReactElement | null {
  const id = processoDe(documento, [documento.licitacao, ...documento.relacoes.flatMap(({ para }) => [para, para?.licitacao ?? null])]);
  return id === null ? null : (
    <Section title="Processo de contratação" id="processo">
      <p>
        <ArrowLink href={routePath('processo', { id })}>Edital, contratos, aditivos e pagamentos, em ordem</ArrowLink>
      </p>
    </Section>
  );
}

/** A notice at the top when another document replaces this one. */
function AvisosDeValidade({ documento: { revogado_por, substituido_por } }: { readonly documento: Documento }): ReactElement | null {
  const [novo] = substituido_por;
  if (revogado_por === null && novo === undefined) return null;
  return (
    <Stack gap="s">
      {revogado_por === null ? null : (
        <Alert tone="warning" title="Este documento foi revogado">
          <p>
            Quem o revogou: <LinkDoDocumento documento={revogado_por} />. Esta página fica no ar para consulta.
          </p>
        </Alert>
      )}
      {novo === undefined ? null : (
        <Alert tone="warning" title="Há um documento mais novo no lugar deste">
          <p>
            Veja <LinkDoDocumento documento={novo} />.
          </p>
        </Alert>
      )}
    </Stack>
  );
}
