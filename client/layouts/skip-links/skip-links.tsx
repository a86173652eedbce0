import type { ReactElement } from 'react';
import estilos from './skip-links.module.css';

/** Labels and keys are the national convention (eMAG 3.1, recommendation 1.5). */
const SALTOS = [
  { href: '#conteudo', rotulo: 'Ir para o conteúdo', tecla: '1' },
  { href: '#menu', rotulo: 'Ir para o menu', tecla: '2' },
  { href: '#busca', rotulo: 'Ir para a busca', tecla: '3' },
  { href: '#rodape', rotulo: 'Ir para o rodapé', tecla: '4' },
] as const;

/** The first stops of the keyboard; they show when they have the focus. */
export function LinksDeSalto(): ReactElement {
  return (
    <nav aria-label="Atalhos da página" className={estilos.saltos} data-sem-impressao="">
      <ul className={estilos.lista}>
        {SALTOS.map(({ href, rotulo, tecla }) => (
          <li key={href}>
            {/* oxlint-disable-next-line jsx-a11y/no-access-key -- keys 1 to 4 are the national convention that citizens know */}
            <a href={href} accessKey={tecla} className={estilos.salto}>
              {`${rotulo} [${tecla}]`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
