/** Entry of the administration application: styles first, then the application in the element that the document has for it. */
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import '../styles/fonts.css';
import '../styles/tokens.css';
import './theme/admin.css';
import { AdminApp } from './app.tsx';
import { createStyleCache } from './theme/style-cache.ts';

const place = document.getElementById('aplicacao');
if (place === null) throw new Error('the document has no element for the application');

createRoot(place).render(
  <CacheProvider value={createStyleCache()}>
    <AdminApp />
  </CacheProvider>,
);
