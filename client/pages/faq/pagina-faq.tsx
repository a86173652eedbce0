import { type ReactElement, useEffect, useRef } from 'react';
import { FaqDocument } from '../../../shared/graphql/generated/documents/Faq.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { contar } from '../../../shared/locale/numbers.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Acordeao } from '../../components/content/accordion/accordion.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { CaixaDeBusca } from '../../components/lists/search-box/search-box.tsx';
import { LinkBotao } from '../../components/navigation/button/button.tsx';
import { Indice } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import estilos from './faq.module.css';

type Grupo = OperationResults['Faq']['faq_categoria'][number];

export function PaginaFaq({ input }: { readonly input: RouteInput }): ReactElement {
  const { faq_categoria: grupos, pergunta_frequente_aggregate } = useOperation(FaqDocument);
  const q = input.search['q']?.[0]?.trim() ?? '';
  const total = pergunta_frequente_aggregate.aggregate?.count ?? 0;
  return (
    <Pilha espaco="g">
      <Pilha>
        <CaixaDeBusca
          acao={routePath('faq')}
          id="busca-nas-perguntas"
          rotulo="Procure a sua dúvida"
          valor={q}
          dica="Por exemplo: prova de vida, pensão, empréstimo."
        />
        {q === '' ? null : (
          <p>
            <output>
              {contar(total, 'pergunta encontrada', 'perguntas encontradas')} com “{q}”.
            </output>{' '}
            <a href={routePath('faq')}>Ver todas as perguntas</a>
          </p>
        )}
        {q === '' ? (
          <Indice titulo="Assuntos" itens={grupos.map(({ slug, nome }) => ({ id: `assunto-${slug}`, texto: nome, nivel: 2 }))} />
        ) : null}
      </Pilha>
      {grupos.map((grupo) => (
        <GrupoDePerguntas key={grupo.id} grupo={grupo} abertas={q !== '' && total <= 3} />
      ))}
      {total === 0 ? <SemPerguntas q={q} /> : null}
      <NaoAchou />
    </Pilha>
  );
}

function GrupoDePerguntas({ grupo, abertas }: { readonly grupo: Grupo; readonly abertas: boolean }): ReactElement {
  return (
    <Secao titulo={grupo.nome} id={`assunto-${grupo.slug}`}>
      <Pilha espaco="p">
        {grupo.perguntas.map((item) => (
          <Acordeao key={item.id} titulo={item.pergunta} aberto={abertas}>
            <Resposta item={item} />
          </Acordeao>
        ))}
      </Pilha>
    </Secao>
  );
}

/** The id lies inside the folded part: browsers unfold what an address points into, with or without script. */
function Resposta({ item }: { readonly item: Grupo['perguntas'][number] }): ReactElement {
  const id = `pergunta-${item.id}`;
  const lugar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Arriving from another page of the site is no navigation of the browser, which then unfolds nothing.
    const dobra = window.location.hash === `#${id}` ? lugar.current?.closest('details') : null;
    if (dobra) dobra.open = true;
  }, [id]);
  return (
    <div id={id} ref={lugar} className={estilos.resposta}>
      <TextoRico html={item.resposta_html} />
      <p className={estilos.rodape}>
        <DataHora data={item.atualizado_em} prefixo="Resposta atualizada em" />
        {' · '}
        <a href={`#${id}`}>
          Endereço desta resposta<span className="somente-leitor">: {item.pergunta}</span>
        </a>
      </p>
    </div>
  );
}

function SemPerguntas({ q }: { readonly q: string }): ReactElement {
  if (q === '') return <Vazio titulo="As perguntas frequentes ainda não foram publicadas" />;
  return (
    <Vazio titulo={`Nenhuma pergunta com “${q}”`} icone="lucide:search-x">
      <p>Tente outra palavra, mais curta ou mais comum. Por exemplo, “pagamento” em vez de “contracheque de maio”.</p>
    </Vazio>
  );
}

function NaoAchou(): ReactElement {
  return (
    <Secao titulo="Não encontrou a resposta?">
      <Pilha>
        <p>
          Escreva para nós. Dúvida simples: Fale Conosco. Pedido de informação ou de documento: SIC. Reclamação, denúncia ou elogio:
          Ouvidoria.
        </p>
        <Linha>
          <LinkBotao href={routePath('faleConosco')}>Fale Conosco</LinkBotao>
          <LinkBotao href={routePath('sic')} variante="secundario">
            SIC
          </LinkBotao>
          <LinkBotao href={routePath('ouvidoria')} variante="secundario">
            Ouvidoria
          </LinkBotao>
        </Linha>
      </Pilha>
    </Secao>
  );
}
