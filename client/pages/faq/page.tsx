import type { ReactElement } from 'react';
import { FaqDocument } from '../../../shared/graphql/generated/documents/Faq.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { RichText } from '../../components/content/rich-text/rich-text.tsx';
import { EmptyState, SearchWholeSite, WHOLE_SITE } from '../../components/feedback/empty-state/empty-state.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import styles from './faq.module.css';

type Grupo = OperationResults['Faq']['faq_categoria'][number];
type GrupoMostrado = Pick<Grupo, 'nome' | 'slug' | 'perguntas'>;

/** Open answers beyond these would hide the list of subjects. */
const MAIS_PERGUNTADAS = 5;

export function PageOpening({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <>
      <PageIntro lead="Respostas curtas às dúvidas mais comuns de servidores, aposentados e pensionistas." />
      {input.search['q'] === undefined ? (
        <HeaderPart of={FaqDocument}>
          <Contagem />
        </HeaderPart>
      ) : null}
    </>
  );
}

function Contagem(): ReactElement {
  const total = useOperation(FaqDocument).pergunta_frequente_aggregate.aggregate?.count ?? 0;
  return <PageIntro facts={{ perguntas: total === 0 ? null : formatCount(total, 'pergunta', 'perguntas') }} />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <LatePart of={FaqDocument} count={6}>
      <Perguntas input={input} />
    </LatePart>
  );
}

function Perguntas({ input }: { readonly input: RouteInput }): ReactElement {
  const { faq_categoria: grupos, pergunta_frequente_aggregate } = useOperation(FaqDocument);
  const q = input.search['q']?.[0]?.trim() ?? '';
  const total = pergunta_frequente_aggregate.aggregate?.count ?? 0;
  // A search shows what it found in its subjects; without one the questions that most people ask stand first, open.
  const primeiras =
    q === '' ? grupos.flatMap(({ perguntas }) => perguntas.filter(({ destaque }) => destaque)).slice(0, MAIS_PERGUNTADAS) : [];
  const restantes = grupos
    .map((grupo) => ({ ...grupo, perguntas: grupo.perguntas.filter((pergunta) => !primeiras.includes(pergunta)) }))
    .filter(({ perguntas }) => perguntas.length > 0);
  return (
    <Stack gap="l">
      <Stack>
        {q === '' && total === 0 ? null : (
          <SearchBox
            action={routePath('faq')}
            id="busca-nas-perguntas"
            label="Procure a sua dúvida"
            value={q}
            hint="Por exemplo: prova de vida, pensão, empréstimo."
          />
        )}
        {q === '' ? null : (
          <p>
            <output>
              {formatCount(total, 'pergunta encontrada', 'perguntas encontradas')} com “{q}”.
            </output>{' '}
            <a href={routePath('faq')}>Ver todas as perguntas</a>
          </p>
        )}
        {q === '' ? (
          <TableOfContents title="Assuntos" items={restantes.map(({ slug, nome }) => ({ id: `assunto-${slug}`, text: nome, level: 2 }))} />
        ) : null}
      </Stack>
      {primeiras.length === 0 ? null : (
        <GrupoDePerguntas grupo={{ nome: 'Mais perguntadas', slug: 'mais-perguntadas', perguntas: primeiras }} abertas />
      )}
      {restantes.map((grupo) => (
        <GrupoDePerguntas key={grupo.id} grupo={grupo} abertas={q !== '' && total <= 3} />
      ))}
      {total === 0 ? <SemPerguntas q={q} /> : null}
      <NaoAchou />
    </Stack>
  );
}

function GrupoDePerguntas({ grupo, abertas }: { readonly grupo: GrupoMostrado; readonly abertas: boolean }): ReactElement {
  return (
    <Section title={grupo.nome} id={`assunto-${grupo.slug}`}>
      <div>
        {grupo.perguntas.map((item) => (
          <Accordion key={item.id} title={item.pergunta} open={abertas}>
            <Resposta item={item} />
          </Accordion>
        ))}
      </div>
    </Section>
  );
}

/** The id lies inside the folded part, because browsers unfold a part that contains the target of an address, also without script. */
function Resposta({ item }: { readonly item: Grupo['perguntas'][number] }): ReactElement {
  const id = `pergunta-${item.id}`;
  return (
    <div id={id} className={styles.resposta}>
      <RichText html={item.resposta_html} />
      <p className={styles.rodape}>
        <DateTime date={item.atualizado_em} prefix="Resposta atualizada em" />.{' '}
        <a href={`#${id}`}>
          Endereço desta resposta<span className="somente-leitor">: {item.pergunta}</span>
        </a>
      </p>
    </div>
  );
}

function SemPerguntas({ q }: { readonly q: string }): ReactElement {
  if (q === '') return <EmptyState title="Ainda não publicamos as perguntas frequentes" />;
  return (
    <EmptyState title={`Nenhuma pergunta com “${q}”`} icon="lucide:search" actions={<SearchWholeSite q={q} />}>
      <p>Tente outra palavra, mais curta ou mais comum. Por exemplo, “pagamento” em vez de “contracheque de maio”. {WHOLE_SITE}</p>
    </EmptyState>
  );
}

function NaoAchou(): ReactElement {
  return (
    <Section title="Não encontrou a resposta?">
      <Stack>
        <p>
          Escreva para nós. Dúvida simples: Fale Conosco. Pedido de informação ou de documento: SIC. Reclamação, denúncia ou elogio:
          Ouvidoria.
        </p>
        <Row>
          <LinkButton href={routePath('faleConosco')}>Fale Conosco</LinkButton>
          <LinkButton href={routePath('sic')} variant="secondary">
            SIC
          </LinkButton>
          <LinkButton href={routePath('ouvidoria')} variant="secondary">
            Ouvidoria
          </LinkButton>
        </Row>
      </Stack>
    </Section>
  );
}
