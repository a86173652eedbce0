import type { NoticiaDoCartaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import type { NoticiaDoCartao } from '../../components/news/cartao-noticia/cartao-noticia.tsx';

/** A row of `noticia` as its card shows it. A visible row has a moment of publication; the column itself may be empty. */
export function noticiaDoCartao(row: NoticiaDoCartaoFragment): NoticiaDoCartao {
  return {
    titulo: row.titulo,
    href: routePath('noticia', { id: row.id }),
    chapeu: row.chapeu,
    resumo: row.resumo,
    publicadoEm: row.publicado_em ?? '',
    imagem: imagemDoArquivo(row.imagem),
  };
}
