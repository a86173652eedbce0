import { fileUrl } from '../../../shared/files/file-url.ts';
import type { ArquivoImagemFragment, ArquivoParaBaixarFragment } from '../../../shared/graphql/generated/operations.ts';
import type { ContentImage } from '../media/image/image.tsx';
import type { ArquivoParaBaixar } from './link-de-arquivo/link-de-arquivo.tsx';

/** A row of `arquivo` as a picture. `alt` wins over the file's own text where the place of use has a better one. */
export function imagemDoArquivo(arquivo: ArquivoImagemFragment | null, alt: string | null = null): ContentImage | null {
  if (arquivo === null) return null;
  const { foco_x: x, foco_y: y } = arquivo;
  const focus = typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
  return { src: fileUrl(arquivo.id), alt: alt ?? arquivo.alt ?? '', width: arquivo.largura, height: arquivo.altura, focus };
}

/** A row of `arquivo` as a file to open, under `rotulo` or its own name. */
export function arquivoParaBaixar(arquivo: ArquivoParaBaixarFragment, rotulo: string | null): ArquivoParaBaixar {
  return {
    href: fileUrl(arquivo.id),
    rotulo: rotulo ?? arquivo.nome,
    mime: arquivo.mime,
    bytes: arquivo.tamanho_bytes,
    paginas: arquivo.paginas,
  };
}
