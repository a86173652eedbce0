import type { ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { LinkExterno } from '../../components/navigation/external-link/external-link.tsx';
import type { Detalhe } from '../../components/types.ts';
import type { Documento } from './pagina-documento.tsx';

/** Facts that every document has, whatever its category's profile asks: where it comes from, who answers for it, when it changed. */
export function origemDoDocumento(documento: Documento): readonly Detalhe[] {
  const { categoria, fonte, versao, atualizado_em, publicado_em } = documento;
  const responsavel = categoria?.responsavel ?? null;
  return [
    { rotulo: 'Publicado em', valor: dataForaDoPerfil(documento, publicado_em) },
    { rotulo: 'Diário Oficial', valor: diarioOficial(documento) },
    { rotulo: 'Fonte', valor: fonte },
    { rotulo: 'Endereço na fonte', valor: enderecoNaFonte(documento.url_externa) },
    {
      rotulo: 'Responsável',
      valor: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
    },
    { rotulo: 'Base legal', valor: categoria?.base_legal },
    { rotulo: 'Versão', valor: versao },
    { rotulo: 'Página atualizada em', valor: <DataHora data={atualizado_em} formato="data-hora" /> },
  ];
}

/** The day of publication is said once: here when the profile does not name it. */
function dataForaDoPerfil({ categoria }: Documento, data: string | null): ReactNode {
  return data === null || lerCampos(categoria?.campos).includes('publicado_em') ? null : <DataHora data={data} />;
}

function diarioOficial({ diario_oficial_edicao, diario_oficial_url }: Documento): ReactNode {
  if (diario_oficial_url === null) return diario_oficial_edicao;
  return <LinkExterno href={diario_oficial_url}>{diario_oficial_edicao ?? 'Ver a publicação'}</LinkExterno>;
}

function enderecoNaFonte(url: string | null): ReactNode {
  return url === null ? null : <LinkExterno href={url}>{url}</LinkExterno>;
}
