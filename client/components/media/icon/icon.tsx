import { type Context, createContext, type ReactElement, use, useEffect, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { BUNDLED_ICONS, type IconBody, type IconsByName } from './bundled-icons.ts';
import styles from './icon.module.css';

/** The icons that content names (`lucide:landmark`), put into the page by the server so that none is fetched to show it. */
export const IconsContext: Context<IconsByName> = createContext<IconsByName>({});

interface Props {
  /** Full Iconify name: `lucide:calendar`. */
  readonly name: string;
  /** Accessible name of an icon that stands without text; an icon without it is decoration. */
  readonly label?: string | undefined;
  readonly size?: 's' | 'm' | 'l';
}

const CONTENT_CLASSES = {
  s: classNames(styles.icon, styles['s']),
  m: styles.icon,
  l: classNames(styles.icon, styles['l']),
} as const;

const BUNDLED_CLASSES = {
  s: classNames(styles['stroke'], styles['s']),
  m: styles['stroke'],
  l: classNames(styles['stroke'], styles['l']),
} as const;

/** An icon as inline SVG in the colour of the text around it. */
export function Icon(props: Props): ReactElement | null {
  const { name } = props;
  // Most are in the code, and a page has dozens: only those that are not look further, and only those that are missing keep a state.
  const bundled = BUNDLED_ICONS[name];
  if (bundled !== undefined) return drawing(props, bundled, BUNDLED_CLASSES);
  const icon = use(IconsContext)[name];
  return icon === undefined ? <LazyIcon {...props} /> : drawing(props, icon, CONTENT_CLASSES);
}

/** An icon that neither the code nor the page brought: nothing until it is loaded. */
function LazyIcon(props: Props): ReactElement | null {
  const { name } = props;
  const [loaded, keep] = useState<{ readonly name: string; readonly icon: IconBody | null }>({ name: '', icon: null });
  useEffect(() => {
    let current = true;
    // Content rarely names an icon that the page did not bring, so what loads it is no part of every page's script.
    void import('./icon-loader.ts').then(async ({ pageIconLoader }) => {
      const icon = await pageIconLoader().load(name);
      if (current) keep({ name, icon });
    }, ignoreMissingScript);
    return () => {
      current = false;
    };
  }, [name]);
  return loaded.name !== name || loaded.icon === null ? null : drawing(props, loaded.icon, CONTENT_CLASSES);
}

/** The text beside the icon is complete without it. */
function ignoreMissingScript(): void {}

function drawing(
  { label, size = 'm' }: Props,
  { body, width, height }: IconBody,
  bySize: Readonly<Record<'s' | 'm' | 'l', string | undefined>>,
): ReactElement {
  const decorative = label === undefined;
  return (
    <svg
      className={bySize[size]}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden={decorative ? true : undefined}
      role={decorative ? undefined : 'img'}
      aria-label={label}
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
