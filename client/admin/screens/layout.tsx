/** The frame of every screen: bar, menu and the place of the screen. */
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactElement } from 'react';
import { AppBar, Layout, type LayoutProps, Logout, TitlePortal, UserMenu } from 'react-admin';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { InstitutionZone } from './institution-zone.tsx';
import { AdminMenu } from './menu.tsx';

/** Draws bar, menu and screen. */
export function AdminLayout({ children, ...props }: LayoutProps): ReactElement {
  return (
    // The menu stays below the bar, as the bar stays.
    <Layout {...props} appBarAlwaysOn appBar={AdminBar} menu={AdminMenu}>
      <SignInAgain />
      <InstitutionZone>{children}</InstitutionZone>
    </Layout>
  );
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
