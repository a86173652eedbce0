import type { ReactElement, ReactNode } from 'react';
import { FeriadosDocument } from '../../../shared/graphql/generated/documents/Feriados.ts';
import type { Contato } from '../../../shared/site-state/site-state.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LatePart } from '../late-part.tsx';
import { escreverHorario, lerHorarios } from '../mapa/endereco.ts';
import { AbertoAgora } from './aberto-agora.tsx';
import { ConformeOCanal } from './conforme-o-canal.tsx';

export interface Balcao {
  /** Where it is, on one line. */
  readonly endereco: string;
  readonly href: string;
  /** The column `unidade.horario`; null where each unit has its own. */
  readonly horario: unknown;
}

interface Props {
  readonly titulo: string;
  readonly contatos: readonly Contato[];
  /** Null while no unit is published. */
  readonly balcao: Balcao | null;
}

/** Numbers of one kind beyond these are in the list of contacts. */
const MAIS_NUMEROS = 2;

/** The ways to a channel, side by side: a citizen who writes, calls or comes is served alike. */
export function FormasDeAtendimento({ titulo, contatos, balcao }: Props): ReactElement {
  return (
    <Section title={titulo} id="formas-de-atendimento">
      <Grid as="ul" columns={2}>
        <PelaInternet />
        <Numeros
          titulo="Por telefone"
          icone="lucide:phone"
          contatos={contatos}
          tipo="telefone"
          resumo="Conte o caso, e a equipe escreve."
        />
        <Numeros
          titulo="Pelo WhatsApp"
          icone="lucide:message-circle"
          contatos={contatos}
          tipo="whatsapp"
          resumo="Escreva ou mande um áudio."
        />
        {balcao === null ? null : (
          <li>
            <Card title="No balcão" href={balcao.href} icon="lucide:map-pin" summary={balcao.endereco}>
              <Horas horario={balcao.horario} />
            </Card>
          </li>
        )}
      </Grid>
    </Section>
  );
}

function PelaInternet(): ReactElement {
  const formulario = (
    <Card
      title="Pela internet"
      href="#registrar"
      icon="lucide:file-text"
      summary="Preencha o formulário desta página, a qualquer hora. Não é preciso ter senha."
    />
  );
  return (
    <ConformeOCanal espera={<li data-espera="">{formulario}</li>}>
      {(externo) => (
        <li>
          {externo === null ? (
            formulario
          ) : (
            <Card
              title={`Pela internet, em ${externo.nome}`}
              href={externo.endereco}
              external
              icon="lucide:file-text"
              summary="O instituto recebe os registros deste canal em outro sistema, a qualquer hora."
            />
          )}
        </li>
      )}
    </ConformeOCanal>
  );
}

/** The area code stays with its number. */
function emUmaLinha(numero: string): string {
  return numero.replaceAll(' ', '\u00a0');
}

interface NumerosProps {
  readonly titulo: string;
  readonly icone: string;
  readonly resumo: string;
  readonly contatos: readonly Contato[];
  readonly tipo: Contato['tipo'];
}

function Numeros({ titulo, icone, resumo, contatos, tipo }: NumerosProps): ReactElement | null {
  const numeros = contatos.filter((contato) => contato.tipo === tipo).slice(0, MAIS_NUMEROS);
  if (numeros.length === 0) return null;
  return (
    <li>
      <Card title={titulo} icon={icone} summary={resumo}>
        {numeros.map(({ id, rotulo, valor, href }) => (
          <p key={id}>
            {numeros.length > 1 ? `${rotulo}: ` : ''}
            {href === null ? emUmaLinha(valor) : <a href={href}>{emUmaLinha(valor)}</a>}
          </p>
        ))}
      </Card>
    </li>
  );
}

/** The hours are in the page; whether it is open now only the browser knows, because the page is stored. */
export function Horas({ horario }: { readonly horario: unknown }): ReactNode {
  const horas = lerHorarios(horario);
  if (horas.length === 0) return null;
  return (
    <>
      {horas.map((item) => (
        <p key={`${item.dias} ${item.abre}`}>
          {item.dias}, das {escreverHorario(item)}, menos nos feriados
        </p>
      ))}
      <LatePart of={FeriadosDocument} shape="text" count={1}>
        <AbertoAgora horas={horas} />
      </LatePart>
    </>
  );
}
