/** The frame of every screen: bar, menu by groups of content types, and the place of the screen. */
import Typography from '@mui/material/Typography';
import { type ReactElement, useContext } from 'react';
import { AppBar, Layout, type LayoutProps, Menu, TitlePortal } from 'react-admin';
import { CONTENT_TYPES } from '../resources/content-types.ts';
import { AccessContext } from '../session/contexts.ts';

/** Draws bar, menu and screen. */
export function AdminLayout({ children, ...props }: LayoutProps): ReactElement {
  return (
    <Layout {...props} appBar={AdminBar} menu={AdminMenu}>
      {children}
    </Layout>
  );
}

function AdminBar(): ReactElement {
  return (
    <AppBar toolbar={<></>} color="primary">
      <TitlePortal component="h1" />
    </AppBar>
  );
}

/** Content types that the role may read, under the headings of their groups. */
function AdminMenu(): ReactElement {
  const access = useContext(AccessContext);
  const groups = Map.groupBy(
    CONTENT_TYPES.filter(({ table }) => access.has(table)),
    ({ group }) => group,
  );
  return (
    <Menu>
      <Menu.DashboardItem primaryText="Início" />
      {[...groups].map(([group, types]) => (
        <section key={group} aria-label={group}>
          <Typography component="h2" variant="overline" sx={{ px: 2, pt: 2, display: 'block' }}>
            {group}
          </Typography>
          {types.map(({ table, many, single }) => (
            <Menu.Item key={table} to={single === undefined ? `/${table}` : `/${table}/${single.key}`} primaryText={many} />
          ))}
        </section>
      ))}
    </Menu>
  );
}
