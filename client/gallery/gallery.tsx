/** The gallery of components, which `npm run dev` shows at `/_galeria`: the documentation of the design system. No entry of a build imports it. */
import type { ReactElement } from 'react';
import styles from './gallery.module.css';
import { CONTENT } from './stories/content.tsx';
import { CONTROLS } from './stories/controls.tsx';
import { DOMAIN } from './stories/domain.tsx';
import { LISTS } from './stories/lists.tsx';
import { PAGES } from './stories/pages.tsx';
import { type Story, storyId } from './story.ts';

export const STORIES: readonly Story[] = [...PAGES, ...CONTENT, ...CONTROLS, ...LISTS, ...DOMAIN];

const THEMES = [
  { theme: '', name: 'claro ou o do sistema' },
  { theme: 'escuro', name: 'escuro' },
  { theme: 'contraste', name: 'alto contraste' },
];

export function Gallery(): ReactElement {
  return (
    <main className={styles.gallery}>
      <h1>Galeria de componentes</h1>
      <nav aria-label="Tema">
        <ul className={styles.themes}>
          {THEMES.map(({ theme, name }) => (
            <li key={theme}>
              <a href={`/_galeria${theme === '' ? '' : `?tema=${theme}`}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {STORIES.map((story) => (
        <section key={story.component} id={storyId(story)} className={styles.story} aria-label={story.component}>
          <h2>{story.component}</h2>
          {story.states.map(({ name, element }) => (
            <div key={name}>
              <h3 className={styles.state}>{name}</h3>
              {element}
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
