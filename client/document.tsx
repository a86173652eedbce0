import type { ReactElement, ReactNode } from 'react';
import { OPENSEARCH_PATH } from '../shared/routes/url.ts';
import type { DocumentHead } from './routing/document-head.ts';

/** `--cor-papel` of the light and the dark theme (`client/styles/tokens.css`). */
const PAPER = { light: '#fbfaf6', dark: '#11181a' } as const;

interface DocumentProps {
  readonly head: DocumentHead;
  readonly styles: readonly string[];
  /** Stylesheet with the site's own colours, or null while the site has none. */
  readonly temaHref: string | null;
  /** Stylesheet for readers without script; the server's to know, a browser with script has no use for it. */
  readonly noScriptStyle: string | null;
  readonly children: ReactNode;
}

/** The whole document. React owns it on both sides, so a navigation in the browser updates title and head like any other element. */
export function Document({ head, styles, temaHref, noScriptStyle, children }: DocumentProps): ReactElement {
  return (
    // The preferences script marks <html> before the first paint, so the browser's attributes are not the server's.
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAPER.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAPER.dark} />
        <HeadTags head={head} />
        <script src="/preferencias.js" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {temaHref === null ? null : <link rel="stylesheet" href={temaHref} />}
        <noscript>{noScriptStyle === null ? null : <link rel="stylesheet" href={noScriptStyle} />}</noscript>
      </head>
      <body>{children}</body>
    </html>
  );
}

function HeadTags({ head }: { readonly head: DocumentHead }): ReactElement {
  return (
    <>
      <title>{head.title}</title>
      {head.description === null ? null : <meta name="description" content={head.description} />}
      {head.canonical === null ? null : <link rel="canonical" href={head.canonical} />}
      {head.indexable ? null : <meta name="robots" content="noindex" />}
      {head.feed === null ? null : <link rel="alternate" type="application/atom+xml" href={head.feed} />}
      <link rel="icon" href={head.favicon} />
      <link rel="apple-touch-icon" href="/icone-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="search" type="application/opensearchdescription+xml" href={OPENSEARCH_PATH} title={head.siteName ?? head.title} />
      <meta property="og:title" content={head.title} />
      <meta property="og:type" content={head.kind} />
      <meta property="og:locale" content="pt_BR" />
      {head.siteName === null ? null : <meta property="og:site_name" content={head.siteName} />}
      {head.description === null ? null : <meta property="og:description" content={head.description} />}
      {head.canonical === null ? null : <meta property="og:url" content={head.canonical} />}
      <meta property="og:image" content={head.image.href} />
      <meta property="og:image:alt" content={head.image.alt} />
      {head.published === null ? null : <meta property="article:published_time" content={head.published} />}
      {head.modified === null ? null : <meta property="article:modified_time" content={head.modified} />}
      <meta name="twitter:card" content={head.image.isOwn ? 'summary_large_image' : 'summary'} />
    </>
  );
}
