import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { Contato } from '../../../shared/site-state/site-state.ts';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import estilos from './inicio.module.css';

const CANAIS = [
  { id: 'faq', titulo: 'Perguntas frequentes', resumo: 'Respostas às dúvidas mais comuns.', icone: 'lucide:circle-question-mark' },
  { id: 'ouvidoria', titulo: 'Ouvidoria', resumo: 'Reclame, denuncie, sugira ou elogie.', icone: 'lucide:megaphone' },
  { id: 'mapa', titulo: 'Onde estamos', resumo: 'Endereço e horário de cada unidade.', icone: 'lucide:map-pin' },
] as const;

interface Props {
  readonly contatos: readonly Contato[];
}

/** How to reach the institute: telephone, address and hours first, then the channels for everything else. */
export function Atendimento({ contatos }: Props): ReactElement {
  return (
    <Secao titulo="Atendimento" fundo="primaria">
      <FixedPart as="div" name="atendimento" className={estilos.atendimento}>
        <ContatosECanais contatos={contatos} />
      </FixedPart>
    </Secao>
  );
}

function ContatosECanais({ contatos }: Props): ReactElement {
  const diretos = contatos.filter(({ tipo }) => tipo !== 'rede_social');
  const principais = diretos.filter(({ principal }) => principal);
  return (
    <>
      <BlocoDeContato contatos={principais.length > 0 ? principais : diretos} />
      <ul className={estilos.canais}>
        {CANAIS.map(({ id, titulo, resumo, icone }) => (
          <li key={id}>
            <Cartao titulo={titulo} href={routePath(id)} resumo={resumo} icone={icone} />
          </li>
        ))}
      </ul>
    </>
  );
}
