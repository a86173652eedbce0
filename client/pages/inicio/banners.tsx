import type { ReactElement } from 'react';
import { BannersVigentesDocument } from '../../../shared/graphql/generated/documents/BannersVigentes.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { Section } from '../../components/layout/section/section.tsx';
import { FaixaDeBanners } from '../../components/news/faixa-de-banners/faixa-de-banners.tsx';

/** The banners on show; without one the home page goes on with its next part. */
export function Banners(): ReactElement | null {
  const { banner_comunicado: rows } = useOperation(BannersVigentesDocument);
  if (rows.length === 0) return null;
  return (
    <Section title="Em destaque" background="soft">
      <FaixaDeBanners
        rotulo="Destaques"
        banners={rows.map(({ id, titulo, subtitulo, texto_alternativo, imagem }) => ({
          id,
          titulo,
          subtitulo,
          href: routePath('bannerComunicado', { id }),
          imagem: imagemDoArquivo(imagem, texto_alternativo),
        }))}
      />
    </Section>
  );
}
