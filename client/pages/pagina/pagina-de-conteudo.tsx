import type { ReactElement } from 'react';
import { PaginaDocument } from '../../../shared/graphql/generated/documents/Pagina.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { readHeadings } from '../../../shared/html/headings.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Lide, TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { ComLateral, Pilha } from '../../components/layout/column/column.tsx';
import { Imagem } from '../../components/media/image/image.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import { Indice } from '../../components/navigation/table-of-contents/table-of-contents.tsx';

type PaginaDoSite = OperationResults['Pagina']['pagina'][number];

export function PaginaDeConteudo(): ReactElement | null {
  const [pagina] = useOperation(PaginaDocument).pagina;
  if (pagina === undefined) return null;
  const imagem = imagemDoArquivo(pagina.imagem);
  return (
    <ComLateral rotuloDaLateral="Sobre esta página" lateral={<Lateral pagina={pagina} />}>
      {pagina.resumo === null ? null : <Lide>{pagina.resumo}</Lide>}
      {imagem === null ? null : <Imagem imagem={imagem} tamanhos="93vw lg:62vw xl:66vw 2xl:990px" />}
      <TextoRico html={pagina.corpo_html} />
    </ComLateral>
  );
}

function Lateral({ pagina }: { readonly pagina: PaginaDoSite }): ReactElement {
  const { corpo_html, publicado_em, revisado_em, revisao_prevista_em, responsavel } = pagina;
  return (
    <Pilha>
      <Indice itens={readHeadings(corpo_html)} />
      <Definicoes
        itens={[
          { rotulo: 'Publicada em', valor: publicado_em === null ? null : <DataHora data={publicado_em} /> },
          { rotulo: 'Última revisão', valor: revisado_em === null ? null : <DataHora data={revisado_em} /> },
          { rotulo: 'Próxima revisão', valor: revisao_prevista_em === null ? null : <DataHora data={revisao_prevista_em} formato="mes" /> },
          {
            rotulo: 'Unidade responsável',
            valor: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
          },
        ]}
      />
      <BotaoImprimir />
    </Pilha>
  );
}
