/** Stories of what visitors use: buttons, links, fields, lists of pages, and what the site answers. */
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { EmptyFilteredList, EmptyList, EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error/load-error.tsx';
import { Skeleton } from '../../components/feedback/skeleton/skeleton.tsx';
import { SubmitRow } from '../../components/forms/submit-row/submit-row.tsx';
import { PasswordField, TextField } from '../../components/forms/text-field/text-field.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Pagination } from '../../components/lists/pagination/pagination.tsx';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { Breadcrumbs } from '../../components/navigation/breadcrumbs/breadcrumbs.tsx';
import { Button, LinkButton, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink, EmailAddress, ExternalLink } from '../../components/navigation/link/link.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import type { Story } from '../story.ts';

const NOUNS = { one: 'documento', many: 'documentos' };
const field = { name: 'nome', label: 'Nome', autoComplete: 'off' };

export const CONTROLS: readonly Story[] = [
  {
    component: 'Alert',
    states: (['info', 'success', 'warning', 'error'] as const).map((tone) => ({
      name: tone,
      element: (
        <Alert tone={tone} title="Recebemos seu pedido" level={4}>
          <p>Guarde o protocolo.</p>
        </Alert>
      ),
    })),
  },
  {
    component: 'Button',
    states: [
      ...(['primary', 'secondary', 'subtle'] as const).flatMap((variant) => [
        { name: variant, element: <Button variant={variant}>Enviar</Button> },
        {
          name: `${variant}, com ícone, para um endereço`,
          element: (
            <LinkButton variant={variant} href="#arquivo" icon="lucide:download">
              Baixar em CSV
            </LinkButton>
          ),
        },
      ]),
      { name: 'desligado', element: <Button disabled>Enviar</Button> },
      { name: 'imprimir', element: <PrintButton label="Imprimir esta página" /> },
      {
        name: 'para outro site',
        element: (
          <LinkButton href="#mapa" external>
            Como chegar
          </LinkButton>
        ),
      },
    ],
  },
  {
    component: 'Link',
    states: [
      { name: 'com seta', element: <ArrowLink href="#todas">Todas as notícias</ArrowLink> },
      { name: 'outro site', element: <ExternalLink href="#radar">Radar da Transparência</ExternalLink> },
      {
        name: 'e-mail',
        element: (
          <a href="#email">
            <EmailAddress value="atendimento@prevserena.example" />
          </a>
        ),
      },
    ],
  },
  {
    component: 'Breadcrumbs',
    states: [
      {
        name: 'três passos',
        element: (
          <Breadcrumbs
            steps={[
              { label: 'Início', to: '/' },
              { label: 'Transparência', to: '/lai' },
              { label: 'Leis', to: null },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'Card',
    states: [
      {
        name: 'com endereço, ícone e rodapé',
        element: (
          <Card
            title="Pedir aposentadoria"
            href="#pedir"
            icon="lucide:phone"
            summary="Análise do pedido."
            footer="Em até 60 dias"
            level={4}
          />
        ),
      },
      { name: 'só o título', element: <Card title="Prova de vida" level={4} /> },
    ],
  },
  {
    component: 'EmptyState',
    states: [
      { name: 'nada publicado', element: <EmptyState title="Ainda não publicamos o calendário" /> },
      { name: 'filtros sem resultado', element: <EmptyFilteredList nouns={NOUNS} q="xyz" clearHref="#limpar" /> },
      { name: 'lista nova', element: <EmptyList nouns={NOUNS} reason={{ kind: 'novo' }} /> },
    ],
  },
  {
    component: 'LoadError',
    states: [{ name: 'tentar de novo', element: <LoadError retryHref="#de-novo" /> }],
  },
  {
    component: 'Pagination',
    states: [
      { name: 'primeira página', element: <Pagination label="Primeira" page={1} pageSize={20} total={450} href={(page) => `#${page}`} /> },
      { name: 'no meio', element: <Pagination label="No meio" page={9} pageSize={20} total={450} href={(page) => `#${page}`} /> },
    ],
  },
  {
    component: 'SearchBox',
    states: [
      { name: 'com dica', element: <SearchBox action="#" id="busca-a" label="O que você procura?" hint="Por exemplo: ata de março." /> },
      { name: 'preenchida', element: <SearchBox action="#" id="busca-b" label="Buscar na lista" value="contrato" /> },
    ],
  },
  {
    component: 'Section',
    states: [
      {
        name: 'com ação',
        element: (
          <Section title="Notícias" level={4} action={{ href: '#todas', label: 'Todas as notícias' }}>
            <p>Texto.</p>
          </Section>
        ),
      },
    ],
  },
  {
    component: 'Skeleton',
    states: (['list', 'cards', 'text'] as const).map((shape) => ({ name: shape, element: <Skeleton shape={shape} count={2} /> })),
  },
  {
    component: 'TableOfContents',
    states: [
      {
        name: 'dois assuntos',
        element: (
          <TableOfContents
            items={[
              { id: 'a', text: 'Prazos', level: 2 },
              { id: 'b', text: 'Recurso', level: 3 },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'TextField',
    states: [
      { name: 'vazio, com dica', element: <TextField {...field} id="nome-a" hint="Como está no documento." /> },
      { name: 'com erro', element: <TextField {...field} id="nome-b" error="Informe seu nome." defaultValue="R" /> },
      { name: 'senha', element: <PasswordField {...field} id="senha" name="senha" label="Senha" autoComplete="current-password" /> },
    ],
  },
  {
    component: 'SubmitRow',
    states: [
      { name: 'pronto', element: <SubmitRow label="Enviar" isSending={false} /> },
      { name: 'enviando', element: <SubmitRow label="Enviar" isSending /> },
    ],
  },
];
