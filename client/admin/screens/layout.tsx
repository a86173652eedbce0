/** The frame of every screen: bar, menu and the place of the screen. */
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactElement, type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { AppBar, Layout, type LayoutProps, Logout, Sidebar, type SidebarProps, TitlePortal, UserMenu } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { InstitutionZone } from './institution-zone.tsx';
import { AdminMenu } from './menu.tsx';

/** Of the document while no screen has told its own. */
export const ADMIN_TITLE = 'Administração do site';

/** react-admin's, of the heading in the bar. */
const HEADING_ID = 'react-admin-title';

/** Draws bar, menu and screen. */
export function AdminLayout({ children, ...props }: LayoutProps): ReactElement {
  return (
    // The menu stays below the bar, as the bar stays.
    <Layout {...props} appBarAlwaysOn appBar={AdminBar} menu={AdminMenu} sidebar={AdminSidebar}>
      <SignInAgain />
      <InstitutionZone>
        <ScreenPlace>{children}</ScreenPlace>
      </InstitutionZone>
    </Layout>
  );
}

/**
 * The bar of the menu. When a wide window becomes narrow (a zoom of 400 %, a tablet that is turned) the bar beside the screen becomes one above it. It is left
 * out until the state of the menu is that of a narrow window: a bar that is there open and closed at once keeps the screen from
 * scrolling, and hides it from screen readers.
 */
function AdminSidebar(props: SidebarProps): ReactElement | null {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const isSettled = useDeferredValue(isNarrow) === isNarrow;
  return isSettled ? <Sidebar {...props} /> : null;
}

/** The button of the account is called by the name that stands on it (WCAG 2.2, 2.5.3). */
function AdminBar(): ReactElement {
  const hasName = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const menu = (
    <UserMenu label={hasName ? '' : 'ra.auth.user_menu'}>
      <Logout />
    </UserMenu>
  );
  return (
    <AppBar alwaysOn toolbar={<></>} color="primary" userMenu={menu}>
      <TitlePortal component="h1" sx={TWO_LINES} />
    </AppBar>
  );
}

/**
 * The place of the screen. The document is called by the heading of the screen, and when a screen has come its place takes the focus: what led
 * there is gone, or is one of forty entries of the menu, and whoever does not see the screen would hear nothing of it.
 */
function ScreenPlace({ children }: { readonly children: ReactNode }): ReactElement {
  const place = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const told = useRef<string | null>(null);
  useEffect(() => {
    const heading = document.getElementById(HEADING_ID);
    if (heading === null) return;
    const tell = (): void => {
      const text = heading.textContent.trim();
      // The parts of a screen may come before its title.
      if (text === '') return;
      document.title = `${text} - ${ADMIN_TITLE}`;
      if (told.current === pathname) return;
      // Who has put the focus somewhere while the first screen was loading, in this page or in one that frames it, keeps the focus there.
      const isFirst = told.current === null;
      const mayTake = !isFirst || isFocusFree();
      told.current = pathname;
      // A screen that has put the focus into itself, or asks something in a dialog, keeps it.
      if (!mayTake || document.activeElement?.closest('#main-content, [role=dialog]') != null) return;
      // Browsers take a focus that nobody has moved before for one by keyboard, and would draw its ring around the first screen for everybody.
      place.current?.focus(isFirst ? { focusVisible: false } : {});
    };
    tell();
    const observer = new MutationObserver(tell);
    observer.observe(heading, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [pathname]);
  return (
    <Box component="section" ref={place} tabIndex={-1} aria-labelledby={HEADING_ID} sx={PLACE}>
      {children}
    </Box>
  );
}

/** Whether the focus is at no element of this page, nor of one that frames it. */
function isFocusFree(): boolean {
  if (document.activeElement !== document.body) return false;
  const { activeElement, body } = window.parent.document;
  return window.parent === window || activeElement === body || activeElement === window.frameElement;
}

/** Room for its ring, which the bar above it and the end of the window would cover. */
const PLACE = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  marginBlock: 'var(--foco-largura)',
  '&:focus-visible': { outlineOffset: 0 },
};

/**
 * A title takes a second line where it needs one, and no third: the bar stays above the screen, and one that grows with its title would cover the
 * form in which the title is shortened. What does not fit is hidden from the eye alone; the heading has the whole text.
 */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  lineHeight: 1.2,
  fontSize: { xs: '1rem', sm: '1.25rem' },
  // react-admin wraps the text in an inline block, which counts as one line however tall it is.
  '& > span': { display: 'inline' },
};
