import type { ReactElement } from 'react';
import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { useSiteState } from '../../site-state/site-state-context.ts';
import { escreverEndereco, escreverHorario, lerHorarios } from '../mapa/endereco.ts';
import { ParteTardia } from '../parte-tardia.tsx';

/** Which channel serves which need: many who write here wanted another one. */
function caminhos(): readonly { readonly titulo: string; readonly resumo: string; readonly href: string; readonly icone: string }[] {
  return [
    {
      titulo: 'Tirar uma dúvida',
      resumo: 'Comece pelas perguntas frequentes. Se não resolver, ligue ou escreva.',
      href: routePath('faq'),
      icone: 'lucide:circle-question-mark',
    },
    {
      titulo: 'Ter um documento ou dado público',
      resumo: 'Peça ao Serviço de Informação ao Cidadão (SIC).',
      href: routePath('sic'),
      icone: 'lucide:file-text',
    },
    {
      titulo: 'Reclamar, denunciar, sugerir ou elogiar',
      resumo: 'Fale com a Ouvidoria.',
      href: routePath('ouvidoria'),
      icone: 'lucide:megaphone',
    },
  ];
}

export function PaginaFaleConosco(): ReactElement {
  const { contato } = useSiteState();
  return (
    <Pilha espaco="g">
      <Lide>Escolha o que você precisa. Cada canal tem uma equipe e um prazo próprios.</Lide>
      <Secao titulo="O que você quer fazer?" id="qual-canal">
        <Grade como="ul">
          {caminhos().map((caminho) => (
            <li key={caminho.titulo}>
              <Cartao {...caminho} />
            </li>
          ))}
        </Grade>
      </Secao>
      <Secao titulo="Telefones, e-mail e horário" id="contatos">
        {contato.length === 0 ? (
          <Vazio titulo="Os contatos ainda não foram publicados" icone="lucide:phone" />
        ) : (
          <BlocoDeContato contatos={contato} />
        )}
      </Secao>
      <Secao titulo="Onde somos encontrados" id="unidades" acao={{ href: routePath('mapa'), rotulo: 'Ver todas no mapa' }}>
        <ParteTardia de={UnidadesDocument}>
          <UnidadesDeAtendimento />
        </ParteTardia>
      </Secao>
    </Pilha>
  );
}

/** Every unit with its address and hours; the rest is on its own page. */
function UnidadesDeAtendimento(): ReactElement {
  const { unidade: unidades } = useOperation(UnidadesDocument);
  if (unidades.length === 0) return <Vazio titulo="As unidades ainda não foram publicadas" icone="lucide:map-pin" />;
  return (
    <Grade como="ul">
      {unidades.map((unidade) => (
        <li key={unidade.id}>
          <Cartao
            titulo={unidade.nome}
            href={routePath('unidade', { id: unidade.id })}
            icone="lucide:map-pin"
            resumo={escreverEndereco(unidade)}
          >
            {lerHorarios(unidade.horario).map((item) => (
              <p key={`${item.dias} ${item.abre}`}>
                {item.dias}, das {escreverHorario(item)}
              </p>
            ))}
          </Cartao>
        </li>
      ))}
    </Grade>
  );
}
