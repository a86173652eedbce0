import type { ReactElement, ReactNode } from 'react';
import { PRAZOS_DA_OUVIDORIA, PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Section } from '../../components/layout/section/section.tsx';
import { useSession } from '../../site-state/contexts.ts';
import styles from './triagem.module.css';

interface Caminho {
  readonly title: string;
  readonly summary: string;
  readonly href: string;
}

/** The channels by need: who chooses the wrong one waits for the wrong answer, and a term may pass. */
function caminhos(): readonly Caminho[] {
  return [
    {
      title: 'Tirar uma dúvida',
      summary: 'Comece pelas perguntas frequentes. Se não resolver, escreva ou ligue.',
      href: routePath('faq'),
    },
    {
      title: 'Conseguir um documento ou dado público',
      summary: `Peça ao Serviço de Informação ao Cidadão (SIC). A resposta vem em até ${PRAZOS_DO_SIC.resposta} dias.`,
      href: routePath('sic'),
    },
    {
      title: 'Reclamar, denunciar, elogiar, sugerir ou pedir providência',
      summary: `Registre na Ouvidoria. A resposta vem em até ${PRAZOS_DA_OUVIDORIA.resposta} dias.`,
      href: routePath('ouvidoria'),
    },
    {
      title: 'Pedir um benefício ou contestar uma decisão',
      summary: 'Veja a lista de serviços. Não use a Ouvidoria: o prazo do recurso continua correndo.',
      href: routePath('servicos'),
    },
  ];
}

/** What a channel says before its form. A citizen who gets a form back has read it, and looks for the problems. */
export function AntesDoFormulario({ children }: { readonly children: ReactNode }): ReactNode {
  return useSession()?.kind === 'case' ? null : children;
}

/** Helps to choose another channel before anything is written on this one. */
export function Triagem({ aqui }: { readonly aqui: 'sic' | 'ouvidoria' | 'faleConosco' }): ReactElement {
  const atual = routePath(aqui);
  return (
    <Section title="Veio ao lugar certo?" id="qual-canal">
      <ul className={styles.caminhos}>
        {caminhos().map(({ title, summary, href }) =>
          href === atual ? null : (
            <li key={href} className={styles.caminho}>
              <a href={href}>{title}</a>
              <span className={styles.resumo}>{summary}</span>
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}
