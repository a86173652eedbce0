import type { ReactElement, ReactNode } from 'react';
import type { DocumentoCitadoFragment, DocumentoDoPerfilFragment } from '../../../../shared/graphql/generated/operations.ts';
import { formatDate, formatPeriod } from '../../../../shared/locale/dates.ts';
import { formatMoney } from '../../../../shared/locale/numbers.ts';
import { knownBodyPath } from '../../../../shared/routes/body-path.ts';
import { processoDe } from '../../../../shared/routes/familias/compras.ts';
import { routePath } from '../../../../shared/routes/url.ts';
import { Badge } from '../../content/badge/badge.tsx';
import { DateTime } from '../../content/date-time/date-time.tsx';
import type { Detail } from '../../content/description-list/description-list.tsx';
import { ExternalLink } from '../../navigation/link/link.tsx';
import { type CampoDoDocumento, escreverCompetencia, nomeDaReuniao, tomDaSituacao } from './campos-do-documento.ts';

type Documento = DocumentoDoPerfilFragment;

const ROTULOS: Readonly<Record<CampoDoDocumento, string>> = {
  numero: 'Número',
  exercicio: 'Exercício',
  competencia: 'Competência',
  data_ato: 'Data do documento',
  publicado_em: 'Publicado em',
  ementa: 'Ementa',
  orgao: 'Órgão',
  vigencia: 'Vigência',
  valor: 'Valor',
  situacao: 'Situação',
  interessado: 'Interessado',
  tipo: 'Tipo',
  reuniao: 'Reunião',
  modalidade: 'Modalidade',
  fiscais: 'Fiscal do contrato',
  licitacao: 'Licitação',
  pncp: 'PNCP',
};

/** Returns the fields of a document that the profile of its category lists, in the order of the profile. DescriptionList leaves out empty ones. */
export function detalhesDoDocumento(documento: Documento, campos: readonly CampoDoDocumento[]): readonly Detail[] {
  return campos.map((campo) => ({ label: ROTULOS[campo], value: valorDoCampo(documento, campo) }));
}

function valorDoCampo(documento: Documento, campo: CampoDoDocumento): ReactNode {
  switch (campo) {
    case 'numero':
    case 'exercicio':
    case 'ementa':
    case 'interessado':
    case 'modalidade':
      return documento[campo];
    case 'data_ato':
    case 'publicado_em':
      return documento[campo] === null ? null : <DateTime date={documento[campo]} />;
    case 'competencia':
      return escreverCompetencia(documento.competencia_inicio, documento.competencia_fim);
    case 'vigencia':
      return formatPeriod(documento.vigencia_inicio, documento.vigencia_fim);
    case 'valor':
      return documento.valor === null ? null : formatMoney(documento.valor);
    case 'tipo':
      return documento.tipo?.rotulo;
    case 'situacao':
      return documento.situacao === null ? null : <Badge tone={tomDaSituacao(documento.situacao.valor)}>{documento.situacao.rotulo}</Badge>;
    default:
      return ligacaoDoCampo(documento, campo);
  }
}

type CampoLigado = 'orgao' | 'reuniao' | 'licitacao' | 'fiscais' | 'pncp';

/** Fields whose value is a link or names another row. */
function ligacaoDoCampo(documento: Documento, campo: CampoLigado): ReactNode {
  switch (campo) {
    case 'orgao':
      return documento.orgao === null ? null : <LinkDoOrgao orgao={documento.orgao} />;
    case 'reuniao':
      return documento.reuniao === null ? null : (
        <>
          {nomeDaReuniao(documento.reuniao)}, em <DateTime date={documento.reuniao.inicio} />
        </>
      );
    case 'licitacao':
      return documento.licitacao === null ? null : <LinkDoDocumento documento={documento.licitacao} />;
    case 'fiscais':
      return documento.fiscais
        .map(({ pessoa_nome, portaria, fim }) => {
          const detalhes = [portaria, fim === null ? null : `até ${formatDate(fim, 'short')}`].filter((detalhe) => detalhe !== null);
          return detalhes.length === 0 ? pessoa_nome : `${pessoa_nome} (${detalhes.join(', ')})`;
        })
        .join('; ');
    case 'pncp':
      if (documento.pncp_url === null) return documento.pncp_id;
      return <ExternalLink href={documento.pncp_url}>{documento.pncp_id ?? 'Ver no PNCP'}</ExternalLink>;
  }
}

/** A collegiate body by name; a link when it has a page. */
function LinkDoOrgao({ orgao }: { readonly orgao: { readonly chave: string; readonly nome: string } }): ReactElement {
  const rota = knownBodyPath(orgao.chave);
  return rota === null ? <>{orgao.nome}</> : <a href={rota}>{orgao.nome}</a>;
}

/** The way to the purchase that a document begins or, by its tender, belongs to; nothing for a document of no purchase. */
export function processoDoDocumento(documento: Documento): readonly Detail[] {
  const id = processoDe(documento, [documento.licitacao]);
  return id === null ? [] : [{ label: 'Processo', value: <a href={routePath('processo', { id })}>Do edital aos pagamentos</a> }];
}

/** Returns the address of a document's own page. */
export function enderecoDoDocumento({ id, categoria_slug }: Pick<DocumentoCitadoFragment, 'id' | 'categoria_slug'>): string {
  return routePath('documento', { category: categoria_slug, id });
}

/** A document cited by another page. */
export function LinkDoDocumento({ documento }: { readonly documento: DocumentoCitadoFragment }): ReactElement {
  return <a href={enderecoDoDocumento(documento)}>{documento.titulo}</a>;
}
