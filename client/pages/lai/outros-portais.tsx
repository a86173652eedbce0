import type { ReactElement } from 'react';
import type { ConfiguracaoDoSite } from '../../../shared/site-state/site-state.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';

interface Portal {
  readonly titulo: string;
  readonly resumo: string;
  readonly icone: string;
  readonly href: string | null;
}

function portaisDoSite(site: ConfiguracaoDoSite): readonly Portal[] {
  return [
    {
      titulo: 'Receitas e despesas',
      resumo: 'Arrecadação, pagamentos e diárias, no portal da transparência do Município.',
      icone: 'lucide:landmark',
      href: site.url_receitas_despesas,
    },
    {
      titulo: 'Radar da Transparência Pública',
      resumo: 'A avaliação que os Tribunais de Contas fazem da transparência do instituto.',
      icone: 'lucide:search',
      href: site.url_radar,
    },
    {
      titulo: 'Portal Nacional de Contratações Públicas',
      resumo: 'As licitações e os contratos do instituto no portal de todo o país.',
      icone: 'lucide:file-text',
      href: site.url_pncp,
    },
    {
      titulo: 'Extrato previdenciário',
      resumo: 'A situação do Município no cadastro do Ministério da Previdência Social.',
      icone: 'lucide:badge-check',
      href: site.url_extrato_previdenciario,
    },
  ];
}

/** Links to other portals, as far as the configuration has their addresses. */
export function OutrosPortais({ site }: { readonly site: ConfiguracaoDoSite | undefined }): ReactElement | null {
  const portais = site === undefined ? [] : portaisDoSite(site);
  const configurados = portais.filter(({ href }) => href !== null && href !== '');
  if (configurados.length === 0) return null;
  return (
    <Section title="Em outros portais">
      <Grid as="ul">
        {configurados.map(({ titulo, resumo, icone, href }) => (
          <li key={titulo}>
            <Card title={titulo} href={href ?? undefined} external icon={icone} summary={resumo} />
          </li>
        ))}
      </Grid>
    </Section>
  );
}
