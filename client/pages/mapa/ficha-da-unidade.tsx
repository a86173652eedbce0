import type { ReactElement, ReactNode } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { contactAddress } from '../../../shared/site-state/contact-address.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Titulo } from '../../components/content/heading/heading.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { LinkBotao, LinkSeta } from '../../components/navigation/button/button.tsx';
import { enderecoDoMapa, escreverEndereco, escreverHorario, lerHorarios } from './endereco.ts';
import estilos from './mapa.module.css';

type Unidade = OperationResults['Unidades']['unidade'][number];

/** Everything that somebody needs to reach a unit, in words. */
export function FichaDaUnidade({ unidade }: { readonly unidade: Unidade }): ReactElement {
  const { id, nome, sigla, latitude, longitude, acessibilidade_local } = unidade;
  const endereco = escreverEndereco(unidade);
  return (
    <section aria-labelledby={`unidade-${id}`} className={estilos.unidade}>
      <Pilha>
        <Titulo nivel={2} id={`unidade-${id}`}>
          {nome}
          {sigla === null ? null : <span className={estilos.sigla}> {sigla}</span>}
        </Titulo>
        <Definicoes
          colunas
          itens={[
            { rotulo: 'Endereço', valor: endereco === '' ? null : <address className={estilos.endereco}>{endereco}</address> },
            { rotulo: 'Contatos', valor: contatos(unidade) },
            { rotulo: 'Horário', valor: horarios(unidade) },
            { rotulo: 'Acessibilidade do prédio', valor: acessibilidade_local },
          ]}
        />
        <Linha>
          {latitude === null || longitude === null ? null : (
            <LinkBotao href={enderecoDoMapa(latitude, longitude)} variante="secundario" icone="lucide:map-pin" externo>
              Como chegar<span className="somente-leitor"> a {nome}</span>
            </LinkBotao>
          )}
          <LinkSeta href={routePath('unidade', { id })}>
            O que faz<span className="somente-leitor">: {nome}</span>
          </LinkSeta>
        </Linha>
      </Pilha>
    </section>
  );
}

function contatos({ contatos: linhas }: Unidade): ReactNode {
  if (linhas.length === 0) return null;
  return (
    <ul className={estilos.lista}>
      {linhas.map(({ id, tipo, rotulo, valor, valor_normalizado, tipo_contato }) => {
        const href = contactAddress(tipo, valor_normalizado ?? valor);
        return (
          <li key={id}>
            {rotulo ?? tipo_contato.rotulo}: {href === null ? valor : <a href={href}>{valor}</a>}
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
    <ul className={estilos.lista}>
      {lidos.map((item) => (
        <li key={`${item.dias}${item.abre}`}>
          {item.dias}, das {escreverHorario(item)}
        </li>
      ))}
    </ul>
  );
}
