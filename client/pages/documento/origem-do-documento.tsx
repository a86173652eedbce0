import type { ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import type { Detail } from '../../components/content/description-list/description-list.tsx';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { ExternalLink } from '../../components/navigation/link/link.tsx';
import type { Documento } from './arquivos-do-documento.tsx';

/** Facts of every document, independent of its category's profile: origin, responsible unit and last change. */
export function origemDoDocumento(documento: Documento): readonly Detail[] {
  const { categoria, fonte, edicao, atualizado_em, publicado_em } = documento;
  const responsavel = categoria?.responsavel ?? null;
  return [
    { label: 'Publicado em', value: dataForaDoPerfil(documento, publicado_em) },
    { label: 'Diário Oficial', value: diarioOficial(documento) },
    { label: 'Fonte', value: fonte },
    { label: 'Endereço na fonte', value: enderecoNaFonte(documento.url_externa) },
    {
      label: 'Responsável',
      value: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
    },
    { label: 'Base legal', value: categoria?.base_legal },
    { label: 'Versão', value: edicao },
    { label: 'Página atualizada em', value: <DateTime date={atualizado_em} format="date-time" /> },
  ];
}

/** The day of publication is said once: here when the profile does not name it. */
function dataForaDoPerfil({ categoria }: Documento, data: string | null): ReactNode {
  return data === null || lerCampos(categoria?.campos).includes('publicado_em') ? null : <DateTime date={data} />;
}

function diarioOficial({ diario_oficial_edicao, diario_oficial_url }: Documento): ReactNode {
  if (diario_oficial_url === null) return diario_oficial_edicao;
  return <ExternalLink href={diario_oficial_url}>{diario_oficial_edicao ?? 'Ver a publicação'}</ExternalLink>;
}

function enderecoNaFonte(url: string | null): ReactNode {
  return url === null ? null : <ExternalLink href={url}>{url}</ExternalLink>;
}
