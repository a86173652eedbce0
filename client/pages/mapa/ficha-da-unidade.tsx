import type { ReactElement, ReactNode } from 'react';
import { FeriadosDocument } from '../../../shared/graphql/generated/documents/Feriados.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { contactAddress } from '../../../shared/site-state/contact-address.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Heading } from '../../components/content/heading/heading.tsx';
import { UnbrokenNumbers } from '../../components/content/unbroken-numbers/unbroken-numbers.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink, EmailAddress } from '../../components/navigation/link/link.tsx';
import { AbertoAgora } from '../atendimento/aberto-agora.tsx';
import { LatePart } from '../late-part.tsx';
import { enderecoDoMapa, escreverEndereco, escreverHorario, lerHorarios } from './endereco.ts';
import styles from './mapa.module.css';

type Unidade = OperationResults['Unidades']['unidade'][number];

/** Everything that a visitor needs to reach a unit, in words, below its name. */
function FichaDaUnidade({ unidade, children }: { readonly unidade: Unidade; readonly children?: ReactNode }): ReactElement {
  const { id, nome, latitude, longitude, acessibilidade_local } = unidade;
  const endereco = escreverEndereco(unidade);
  return (
    <Stack gap="s">
      {children}
      <DescriptionList
        columns
        items={[
          {
            label: 'Endereço',
            value:
              endereco === '' ? null : (
                <address className={styles.endereco}>
                  <UnbrokenNumbers text={endereco} />
                </address>
              ),
          },
          { label: 'Contatos', value: contatos(unidade) },
          { label: 'Horário', value: horarios(unidade) },
          { label: 'Acessibilidade do prédio', value: acessibilidade_local },
        ]}
      />
      <Row>
        {latitude === null || longitude === null ? null : (
          <LinkButton href={enderecoDoMapa(latitude, longitude)} variant="secondary" icon="lucide:map-pin" external>
            Como chegar<span className="somente-leitor"> a {nome}</span>
          </LinkButton>
        )}
        <ArrowLink href={routePath('unidade', { id })}>
          O que faz<span className="somente-leitor">: {nome}</span>
        </ArrowLink>
      </Row>
    </Stack>
  );
}

/** A post that receives the public, open on the page. */
export function Posto({ unidade }: { readonly unidade: Unidade }): ReactElement {
  const { id, nome, sigla, horario } = unidade;
  return (
    <section aria-labelledby={idDaUnidade(id)} className={styles.unidade}>
      <FichaDaUnidade unidade={unidade}>
        <div>
          <Heading level={3} id={idDaUnidade(id)}>
            {nome}
            {sigla === null ? null : <span className={styles.sigla}> {sigla}</span>}
          </Heading>
          <LatePart of={FeriadosDocument} shape="text" count={1}>
            <AbertoAgora horas={lerHorarios(horario)} />
          </LatePart>
        </div>
      </FichaDaUnidade>
    </section>
  );
}

/** Another unit, folded under its name. An address that ends in its id opens it, because the id is inside. */
export function OutraUnidade({ unidade }: { readonly unidade: Unidade }): ReactElement {
  return (
    <Accordion title={unidade.nome}>
      <div id={idDaUnidade(unidade.id)}>
        <FichaDaUnidade unidade={unidade} />
      </div>
    </Accordion>
  );
}

function idDaUnidade(id: number): string {
  return `unidade-${id}`;
}

function contatos({ contatos: linhas }: Unidade): ReactNode {
  if (linhas.length === 0) return null;
  return (
    <ul className={styles.lista}>
      {linhas.map(({ id, tipo, rotulo, valor, valor_normalizado, tipo_contato }) => {
        const href = contactAddress(tipo, valor_normalizado ?? valor);
        return (
          <li key={id}>
            {rotulo ?? tipo_contato.rotulo}:{' '}
            {href === null ? valor : <a href={href}>{tipo === 'email' ? <EmailAddress value={valor} /> : valor}</a>}
          </li>
        );
      })}
    </ul>
  );
}

function horarios({ horario }: Unidade): ReactNode {
  const lidos = lerHorarios(horario);
  if (lidos.length === 0) return null;
  return (
    <ul className={styles.lista}>
      {lidos.map((item) => (
        <li key={`${item.dias}${item.abre}`}>
          {item.dias}, das {escreverHorario(item)}
        </li>
      ))}
    </ul>
  );
}
