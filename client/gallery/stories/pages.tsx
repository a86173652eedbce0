/** Stories of what a page begins with, and of what stands in its place when there is none. */
import { Heading } from '../../components/content/heading/heading.tsx';
import { ErrorScreen } from '../../components/feedback/error-screen/error-screen.tsx';
import { Hero } from '../../components/layout/hero/hero.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Icon } from '../../components/media/icon/icon.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import styles from '../gallery.module.css';
import type { Story } from '../story.ts';

export const PAGES: readonly Story[] = [
  {
    component: 'Heading',
    states: ([3, 4] as const).map((level) => ({ name: `nível ${level}`, element: <Heading level={level}>Como pedir</Heading> })),
  },
  {
    component: 'Icon',
    states: [
      ...(['s', 'm', 'l'] as const).map((size) => ({ name: size, element: <Icon name="lucide:calendar" size={size} /> })),
      { name: 'sem texto ao lado', element: <Icon name="lucide:search" label="Buscar no site" /> },
    ],
  },
  {
    component: 'Hero',
    states: [
      {
        name: 'sem imagem',
        element: (
          <Hero
            title="Instituto de Previdência"
            lead="A previdência dos servidores."
            image={null}
            actions={<LinkButton href="#lai">Acesso à Informação</LinkButton>}
          />
        ),
      },
    ],
  },
  {
    component: 'PageIntro',
    states: [
      {
        name: 'frase, fatos e ação, sobre a faixa',
        element: (
          <div className={styles.band}>
            <PageIntro lead="O que está em dia." facts={{ total: '44 listas', ultima: null }}>
              <LinkButton href="#pdf">Abrir PDF</LinkButton>
            </PageIntro>
          </div>
        ),
      },
      {
        name: 'só fatos',
        element: (
          <div className={styles.band}>
            <PageIntro facts={{ total: '44 listas', nova: 'a mais nova de 4 de março' }} />
          </div>
        ),
      },
    ],
  },
  {
    component: 'ErrorScreen',
    states: [
      { name: 'não encontrada', element: <ErrorScreen status={404} message="" requestId={null} /> },
      {
        name: 'erro nosso, com código e lista',
        element: <ErrorScreen status={500} message="Tente de novo em alguns minutos." requestId="01HF" list="#lista" />,
      },
    ],
  },
];
