import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { Contato } from '../../../shared/site-state/site-state.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import styles from './inicio.module.css';

const CANAIS = [
  { id: 'faq', titulo: 'Perguntas frequentes', resumo: 'Respostas às dúvidas mais comuns.', icone: 'lucide:circle-question-mark' },
  { id: 'ouvidoria', titulo: 'Ouvidoria', resumo: 'Reclame, denuncie, sugira ou elogie.', icone: 'lucide:megaphone' },
  { id: 'mapa', titulo: 'Onde estamos', resumo: 'Endereço e horário de cada unidade.', icone: 'lucide:map-pin' },
] as const;

interface Props {
  readonly contatos: readonly Contato[];
}

/** Contacts of the institute (telephone, address, hours), then the other service channels. */
export function Atendimento({ contatos }: Props): ReactElement {
  const hasContacts = contatos.some(({ tipo }) => tipo !== 'rede_social');
  return (
    <Section title="Atendimento" background="primary">
      <FixedPart as="div" name="atendimento" className={hasContacts ? styles.atendimento : undefined}>
        <ContatosECanais contatos={contatos} />
      </FixedPart>
    </Section>
  );
}

function ContatosECanais({ contatos }: Props): ReactElement {
  const diretos = contatos.filter(({ tipo }) => tipo !== 'rede_social');
  const principais = diretos.filter(({ principal }) => principal);
  return (
    <>
      <BlocoDeContato contatos={principais.length > 0 ? principais : diretos} />
      <ul className={styles.canais}>
        {CANAIS.map(({ id, titulo, resumo, icone }) => (
          <li key={id}>
            <Card title={titulo} href={routePath(id)} summary={resumo} icon={icone} />
          </li>
        ))}
      </ul>
    </>
  );
}
