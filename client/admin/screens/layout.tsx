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
      <TitlePortal component="h1" sx={WHOLE_TITLE} />
    </AppBar>
  );
}

/** A title is as long as it is: on a narrow screen it takes a second line. */
const WHOLE_TITLE = { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.2, fontSize: { xs: '1rem', sm: '1.25rem' } };
