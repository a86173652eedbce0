/** Draws the gallery in the browser; `?tema=escuro` and `?tema=contraste` show the themes that the bar of the site chooses. */
import { createRoot } from 'react-dom/client';
import '../styles/global.css';
import { Gallery } from './gallery.tsx';

const theme = new URLSearchParams(window.location.search).get('tema');
// What needs script is shown: the gallery has it.
// The sizes of the letters and the wishes of the system (contrast, forced colours) are set in the browser's own tools.
document.documentElement.dataset['script'] = '';
if (theme !== null) document.documentElement.dataset['tema'] = theme;

const place = document.getElementById('galeria');
// Vite serves this module with a page of its own (server/tooling/gallery.ts).
if (place === null) throw new Error('the page of the gallery has no place for it');
createRoot(place).render(<Gallery />);
