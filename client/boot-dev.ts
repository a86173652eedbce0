/** Development only: hot reload of components needs its preamble before any of them. */
import '@vitejs/plugin-react/preamble';

void import('./boot.ts');
