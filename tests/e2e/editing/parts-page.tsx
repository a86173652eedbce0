/** A page with one part of the administration's forms, under the content policy of the administration. */
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactElement, StrictMode, useState } from 'react';
import { AdminContext, Form, required } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { RichTextField } from '../../../client/admin/editing/rich-text/rich-text-field.tsx';
import { RichTextInput } from '../../../client/admin/editing/rich-text/rich-text-input.tsx';
import type { HtmlProfile } from '../../../shared/html/allowed-html.ts';

const given = new URLSearchParams(location.search);

function RichText(): ReactElement {
  const [html, setHtml] = useState(given.get('html') ?? '');
  const profile = (given.get('profile') ?? 'corpo') as HtmlProfile;
  return (
    <>
      <h1>Texto</h1>
      <RichTextField label="Corpo" profile={profile} value={html} onChange={setHtml} choosePicture={null} />
      <label htmlFor="after">Depois</label>
      <input id="after" />
      <output aria-label="HTML">{html}</output>
    </>
  );
}

function RichTextInForm(): ReactElement {
  const [sent, setSent] = useState('');
  return (
    <AdminContext>
      <h1>Formulário</h1>
      <Form defaultValues={{ corpo_html: null }} onSubmit={(values: object) => setSent(JSON.stringify(values))}>
        <RichTextInput source="corpo_html" label="Corpo" validate={required('Escreva o texto.')} />
        <button type="submit">Salvar</button>
      </Form>
      <output aria-label="Enviado">{sent}</output>
    </AdminContext>
  );
}

const PARTS: Readonly<Record<string, () => ReactElement>> = { '/texto': RichText, '/formulario': RichTextInForm };

const Part = PARTS[location.pathname];
const root = document.querySelector('#root');
if (Part !== undefined && root !== null) {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={createCache({ key: 'css', nonce })}>
        <main>
          <Part />
        </main>
      </CacheProvider>
    </StrictMode>,
  );
}
