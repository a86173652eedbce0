import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { Caminho, SecaoLai } from '../../../shared/site-state/site-state.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { estaNoCaminho } from '../main-menu/menu-entry.ts';
import estilos from './menu-lai.module.css';

interface Props {
  readonly secoes: readonly SecaoLai[];
  readonly trilha: readonly Caminho[];
}

interface Entrada {
  readonly rotulo: string;
  readonly destino: string;
  readonly externo: boolean;
}

/** The sections of the transparency area beside its pages; the section of the current page is open. */
export function MenuLai({ secoes, trilha }: Props): ReactElement {
  return (
    <FixedPart as="nav" name="menuLai" aria-label="Seções da transparência" className={estilos.menu} data-sem-impressao="">
      <Secoes secoes={secoes} trilha={trilha} />
    </FixedPart>
  );
}

function Secoes({ secoes, trilha }: Props): ReactElement {
  return (
    <>
      <details className={estilos.gatilho} data-gatilho="" suppressHydrationWarning>
        <summary>
          <Icone nome="lucide:menu" /> Seções da transparência
        </summary>
      </details>
      <div className={estilos.lista}>
        <ul className={estilos.fixos}>
          {FIXOS.map((fixo) => (
            <li key={fixo.rotulo}>
              <LinkDoMenu entrada={fixo} trilha={trilha} />
            </li>
          ))}
        </ul>
        {secoes.map((secao) => (
          <Secao key={secao.chave} secao={secao} trilha={trilha} />
        ))}
      </div>
    </>
  );
}

const FIXOS: readonly Entrada[] = [
  { rotulo: 'Página da transparência', destino: routePath('lai'), externo: false },
  { rotulo: 'Menu completo', destino: routePath('menuCompleto'), externo: false },
  { rotulo: 'Perguntas frequentes', destino: routePath('faq'), externo: false },
];

function Secao({ secao, trilha }: { readonly secao: SecaoLai; readonly trilha: readonly Caminho[] }): ReactElement | null {
  const entradas = entradasDe(secao);
  if (entradas.length === 0) return null;
  const atual = entradas.some((entrada) => estaNoCaminho(entrada, trilha));
  return (
    <details className={estilos.secao} open={atual} suppressHydrationWarning>
      <summary className={estilos.nome}>
        {secao.icone === null ? null : <Icone nome={secao.icone} />}
        <span>{secao.nome}</span>
        <Icone nome="lucide:chevron-down" tamanho="p" />
      </summary>
      <ul className={estilos.entradas}>
        {entradas.map((entrada) => (
          <li key={entrada.rotulo}>
            <LinkDoMenu entrada={entrada} trilha={trilha} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function entradasDe({ categorias, links }: SecaoLai): readonly Entrada[] {
  return [
    ...categorias.map(({ slug, rotulo }) => ({ rotulo, destino: routePath('documentos', { category: slug }), externo: false })),
    ...links.flatMap(({ rotulo, destino, externo }) => (destino === null ? [] : [{ rotulo, destino, externo }])),
  ];
}

function LinkDoMenu({ entrada, trilha }: { readonly entrada: Entrada; readonly trilha: readonly Caminho[] }): ReactElement {
  const atual = estaNoCaminho(entrada, trilha);
  return (
    <a
      href={entrada.destino}
      rel={entrada.externo ? 'noopener' : undefined}
      aria-current={atual ? 'true' : undefined}
      className={estilos.link}
    >
      {entrada.rotulo}
      {entrada.externo ? <span className="somente-leitor"> (abre outro site)</span> : null}
    </a>
  );
}
