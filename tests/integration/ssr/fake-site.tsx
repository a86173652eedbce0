/** A small site for the tests of rendering: three operations, a few routes, and a backend that answers when the test lets it. */

import { type ReactElement, Suspense } from 'react';
import { useOperation } from '../../../client/apollo/use-operation.ts';
import { Icon } from '../../../client/components/media/icon/icon.tsx';
import { createRenderer, type Renderer, type SiteRoute } from '../../../client/entry-server.tsx';
import { LatePart } from '../../../client/pages/late-part.tsx';
import type { PageLoaders } from '../../../client/routing/page.ts';
import { useSession } from '../../../client/site-state/contexts.ts';
import type { GraphqlAnswer, GraphqlRequest } from '../../../server/backend/backend.ts';
import { type AnyRoute, defineRoute } from '../../../shared/routes/define.ts';
import type { OperationCall, OperationReference, RouteInput } from '../../../shared/routes/types.ts';
import { userOf } from '../../../shared/session/page-session.ts';

interface Artigo {
  readonly __typename: string;
  readonly id: number;
  readonly titulo: string;
  readonly icone?: string;
}

type Dados<Campo extends string> = Readonly<Record<Campo, Artigo | null>>;

const PRINCIPAL: OperationReference<Dados<'artigo'>> = { operation: 'Principal' };
const COMENTARIOS: OperationReference<Dados<'comentario'>> = { operation: 'Comentarios' };
const RELACIONADOS: OperationReference<Dados<'relacionado'>> = { operation: 'Relacionados' };

export const TEXTS: Readonly<Record<string, string>> = {
  Principal: 'query Principal($id: Int) { artigo(id: $id) { __typename id titulo } }',
  Comentarios: 'query Comentarios { comentario { __typename id titulo icone } }',
  Relacionados: 'query Relacionados { relacionado { __typename id titulo } }',
};

/** The generated union of operation names does not know the ones of this site. */
function call(operation: string, variables: Readonly<Record<string, unknown>> = {}): OperationCall {
  return { operation, variables } as unknown as OperationCall;
}

function route(fields: Partial<AnyRoute> & Pick<AnyRoute, 'id' | 'path'>): SiteRoute {
  const model = defineRoute({ id: 'modelo', path: '/', main: null, head: () => ({ title: 'Página' }) });
  return { ...model, isCertain: () => fields.outcome === undefined, ...fields } as unknown as SiteRoute;
}

const principal = (input: RouteInput): OperationCall => call('Principal', { id: Number(input.params['id']) });

export const FAKE_ROUTES: readonly SiteRoute[] = [
  route({ id: 'inicio', path: '/', head: () => ({ title: 'Início' }), breadcrumb: () => [] }),
  route({
    id: 'artigo',
    path: '/artigos/:id',
    params: { id: 'inteiro' },
    groups: ['artigo'],
    search: [
      { name: 'pagina', maxLength: 3, form: /^[1-9]\d{0,2}$/ },
      { name: 'tipo', maxLength: 20, form: /^[a-z]+$/, values: ({ vocabularios }) => vocabularios.tiposDeComunicado },
    ],
    main: principal,
    late: () => [call('Comentarios'), call('Relacionados')],
    outcome: ({ main }) => {
      const { artigo } = main as Dados<'artigo'>;
      if (artigo === null) return { kind: 'notFound' };
      if (artigo.titulo === 'retirado') return { kind: 'gone', withdrawal: null };
      if (artigo.titulo === 'retirado com motivo') return { kind: 'gone', withdrawal: WITHDRAWAL };
      if (artigo.titulo === 'grafia') return { kind: 'redirect', to: '/artigos/7', status: 308 };
      return artigo.titulo === 'mudou' ? { kind: 'redirect', to: '/artigos/7', status: 302 } : { kind: 'found' };
    },
    head: ({ main }) => {
      const title = (main as Dados<'artigo'>).artigo?.titulo ?? '';
      return { title, ...(title === 'Ato sobre uma pessoa' ? { indexable: false } : {}) };
    },
    record: ({ input }) => `artigo/${input.params['id']}`,
  }),
  // Its first page is always there; only the row knows how many pages there are.
  route({
    id: 'lista',
    path: '/artigos',
    groups: ['artigo'],
    search: [{ name: 'pagina', maxLength: 3, form: /^[1-9]\d{0,2}$/ }],
    main: () => call('Principal', { id: 1 }),
    isCertain: (input) => input.search['pagina'] === undefined,
    outcome: ({ input, main }) => {
      const isThere = input.search['pagina'] === undefined && (main as Dados<'artigo'>).artigo?.id !== undefined;
      return isThere ? { kind: 'found' } : { kind: 'redirect', to: '/artigos', status: 302 };
    },
    head: () => ({ title: 'Artigos', canonical: '/artigos' }),
  }),
  // Shows rows and has no main operation, as the home page of the site.
  route({
    id: 'avisos',
    path: '/avisos',
    late: () => [call('Comentarios')],
    outcome: ({ main }) => (main === null ? { kind: 'found' } : { kind: 'notFound' }),
    head: () => ({ title: 'Avisos' }),
    breadcrumb: () => [],
  }),
  route({
    id: 'quebrada',
    path: '/quebrada',
    head: () => {
      throw new Error('head is broken');
    },
  }),
  route({ id: 'admin', path: '/admin', layout: 'iframe', head: () => ({ title: 'Administração' }), breadcrumb: () => [] }),
  route({ id: 'lai', path: '/lai', layout: 'lai', head: () => ({ title: 'Transparência' }), breadcrumb: () => [] }),
];

/** Late in the evening of Brasília, which is the next day in Greenwich. */
const WITHDRAWAL = { em: '2026-03-04T01:30:00Z', motivo: 'Trazia o CPF de <b>uma pessoa</b>.' };

function PaginaLista(): ReactElement {
  return (
    <LatePart of={PRINCIPAL}>
      <Lista />
    </LatePart>
  );
}

function Lista(): ReactElement {
  return <p data-principal="">{useOperation(PRINCIPAL).artigo?.titulo}</p>;
}

function PaginaArtigo(): ReactElement {
  const { artigo } = useOperation(PRINCIPAL);
  return (
    <article>
      <p data-principal="">{artigo?.titulo}</p>
      <LatePart of={COMENTARIOS}>
        <Comentarios />
      </LatePart>
      <Suspense fallback={<p data-espera="">aguarde relacionados</p>}>
        <Relacionados />
      </Suspense>
    </article>
  );
}

function Comentarios(): ReactElement {
  const { comentario } = useOperation(COMENTARIOS);
  return (
    <>
      <p data-comentario="">{comentario?.titulo}</p>
      <Icon name={comentario?.icone ?? ''} />
    </>
  );
}

function PaginaAvisos(): ReactElement {
  return (
    <LatePart of={COMENTARIOS}>
      <Comentarios />
    </LatePart>
  );
}

function Relacionados(): ReactElement {
  return <p data-relacionado="">{useOperation(RELACIONADOS).relacionado?.titulo}</p>;
}

function PaginaDaSessao(): ReactElement {
  const session = useSession();
  if (session?.kind === 'signedIn' && session.refusedPassword !== undefined) return <p>{session.refusedPassword.message}</p>;
  return <p>{session?.kind === 'signingIn' ? session.form.email : (userOf(session)?.displayName ?? 'ninguém')}</p>;
}

function PaginaRecibo(): ReactElement {
  const session = useSession();
  const receipt = session?.kind === 'case' && session.screen.kind === 'receipt' ? session.screen.receipt : null;
  return <p data-protocolo="">{receipt?.protocolo}</p>;
}

const PAGES: PageLoaders = {
  inicio: async () => ({ PageComponent: () => <h1>Bem-vindo</h1> }),
  artigo: async () => ({ PageComponent: PaginaArtigo }),
  lista: async () => ({ PageComponent: PaginaLista }),
  avisos: async () => ({ PageComponent: PaginaAvisos }),
  quebrada: async () => ({ PageComponent: () => <p>nunca</p> }),
  admin: async () => ({ PageComponent: PaginaDaSessao }),
  lai: async () => ({ PageComponent: () => <p>mapa</p> }),
  recibo: async () => ({ PageComponent: PaginaRecibo }),
};

export const fakeRenderer = (): Renderer => createRenderer(PAGES);

/** A backend whose operations wait at a gate when the test closes it. */
export class FakeBackend {
  readonly asked: string[] = [];
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly #opened = new Set<string>();
  #gates = new Map<string, PromiseWithResolvers<void>>();
  #answers = new Map<string, () => GraphqlAnswer>();

  /** Holds the operation back until `open` is called for it. */
  close(operation: string): void {
    this.#gates.set(operation, Promise.withResolvers<void>());
  }

  open(operation: string): void {
    this.#opened.add(operation);
    this.#gates.get(operation)?.resolve();
  }

  isOpen(operation: string): boolean {
    return this.#opened.has(operation);
  }

  /** Sets the answer of an operation: data, or a function that may throw. */
  answer(operation: string, answer: object | (() => GraphqlAnswer)): void {
    this.#answers.set(
      operation,
      typeof answer === 'function' ? (answer as () => GraphqlAnswer) : () => ({ kind: 'data', json: JSON.stringify(answer) }),
    );
  }

  async execute(request: GraphqlRequest, options: { readonly signal?: AbortSignal | undefined }): Promise<GraphqlAnswer> {
    const name = request.operationName ?? '';
    this.asked.push(name);
    this.signals.push(options.signal);
    await this.#gates.get(name)?.promise;
    const answer = this.#answers.get(name);
    if (answer === undefined) throw new Error(`the test gave no answer for ${name}`);
    return answer();
  }
}

/** A backend that answers all three operations. */
export function fakeBackend(): FakeBackend {
  const backend = new FakeBackend();
  backend.answer('Principal', { artigo: { __typename: 'artigo', id: 7, titulo: 'Reajuste' } });
  backend.answer('Comentarios', { comentario: { __typename: 'comentario', id: 1, titulo: 'Muito bom', icone: 'mdi:comment' } });
  backend.answer('Relacionados', { relacionado: { __typename: 'relacionado', id: 2, titulo: 'Veja mais' } });
  return backend;
}
