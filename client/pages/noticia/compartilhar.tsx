import type { ReactElement } from 'react';
import { Icone } from '../../components/media/icon/icon.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import { useSettings } from '../../site-state/settings-context.ts';
import estilos from './noticia.module.css';

interface Props {
  readonly titulo: string;
  readonly caminho: string;
}

/** Plain links that hand the address on; nothing is loaded from the services they lead to. */
export function Compartilhar({ titulo, caminho }: Props): ReactElement {
  const { siteUrl } = useSettings();
  const endereco = `${siteUrl}${caminho}`;
  const mensagem = encodeURIComponent(`${titulo}\n${endereco}`);
  return (
    <div data-sem-impressao="">
      <h2 className={estilos.rotulo}>Compartilhe</h2>
      <ul className={estilos.acoes}>
        <li>
          <a href={`https://wa.me/?text=${mensagem}`} rel="noopener noreferrer" className={estilos.acao}>
            <Icone nome="lucide:message-circle" /> WhatsApp
            <span className="somente-leitor"> (abre outro site)</span>
          </a>
        </li>
        <li>
          <a href={`mailto:?subject=${encodeURIComponent(titulo)}&body=${mensagem}`} className={estilos.acao}>
            <Icone nome="lucide:mail" /> E-mail
          </a>
        </li>
        <li>
          <BotaoImprimir />
        </li>
      </ul>
    </div>
  );
}
