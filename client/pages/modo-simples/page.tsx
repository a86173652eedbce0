import { type ReactElement, type ReactNode, useEffect } from 'react';
import { ProximasDatasDocument } from '../../../shared/graphql/generated/documents/ProximasDatas.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { installInteractions } from '../../accessibility/interactions.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { LatePart } from '../late-part.tsx';
import styles from './modo-simples.module.css';

export function PageOpening(): ReactElement {
  return <PageIntro lead="O que aposentados e pensionistas mais procuram." />;
}

/** Four tasks, in large letters and one column. It needs no script; with script the whole site may be shown so. */
export function PageComponent(): ReactElement {
  // The button shows whether the mode is on.
  useEffect(() => installInteractions(document), []);
  return (
    <div className={styles.simples}>
      <LatePart of={ProximasDatasDocument} shape="text" count={2}>
        <Datas />
      </LatePart>
      <Tarefa titulo="Falar com alguém" href={routePath('faleConosco')} acao="Escrever ao instituto">
        <Telefones />
      </Tarefa>
      <Tarefa titulo="Onde ir" href={routePath('mapa')} acao="Ver os endereços">
        <p>Endereço e horário de cada posto.</p>
      </Tarefa>
      <div className={styles.botoes} data-so-com-script="">
        <p>Para ter letras grandes em todo o site, neste aparelho, ligue o modo simples. O mesmo botão desliga.</p>
        <Button variant="secondary" action="simples">
          Ligar o modo simples
        </Button>
        <div className={styles.voz}>
          <Button variant="secondary" action="ouvir" icon="lucide:volume-2">
            Ouvir esta página
          </Button>
        </div>
      </div>
    </div>
  );
}

function Datas(): ReactElement {
  const { pagamento, prova_de_vida } = useOperation(ProximasDatasDocument);
  const calendario = routePath('calendario');
  return (
    <>
      <Tarefa titulo="Quando eu recebo" href={calendario} acao="Ver todas as datas">
        {pagamento.map(({ id, inicio }) => (
          <p key={id} className={styles.fato}>
            <DateTime date={inicio} format="weekday" />
          </p>
        ))}
      </Tarefa>
      <Tarefa titulo="Prova de vida" href={`${calendario}#prova-de-vida`} acao="Ver o meu mês">
        {prova_de_vida.map(({ id, titulo, fim }) => (
          <p key={id}>
            Agora: {titulo}
            {fim === null ? null : <DateTime date={fim} prefix=", até" />}.
          </p>
        ))}
      </Tarefa>
    </>
  );
}

/** The numbers that most people call; all contacts where none is marked as such. */
function Telefones(): ReactElement {
  const numeros = useSiteState().contato.filter(({ tipo }) => tipo === 'telefone' || tipo === 'whatsapp');
  const principais = numeros.filter(({ principal }) => principal);
  return <BlocoDeContato contatos={principais.length > 0 ? principais : numeros} />;
}

interface TarefaProps {
  readonly titulo: string;
  readonly href: string;
  readonly acao: string;
  readonly children: ReactNode;
}

function Tarefa({ titulo, href, acao, children }: TarefaProps): ReactElement {
  return (
    <Section title={titulo}>
      {children}
      <a href={href} className={styles.acao}>
        {acao}
      </a>
    </Section>
  );
}
