/** Content types that the role may read, under the headings of their groups: a navigation landmark of plain lists and links. */
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactElement, useContext } from 'react';
import { useSidebarState } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { grouped } from '../../../shared/platform/grouped.ts';
import { hasDeskScreens } from '../cases/desk-access.ts';
import { CITIZEN_GROUP } from '../resources/citizen-service.ts';
import { CONTENT_TYPES } from '../resources/content-types.ts';
import { AccessContext, CasesContext, useIsAdministrator } from '../session/contexts.ts';

/** react-admin cuts what is wider than its bar, so a long name takes a second line. */
const SIDEBAR_PX = 240;

/** Draws the menu. */
export function AdminMenu(): ReactElement | null {
  const access = useContext(AccessContext);
  const [open] = useSidebarState();
  const answersCases = useContext(CasesContext) !== null;
  const isAdministrator = useIsAdministrator();
  const types = grouped(
    CONTENT_TYPES.filter(({ table }) => access.has(table)),
    ({ group }) => group,
  );
  // A person who answers citizens begins with them.
  const groups = answersCases ? new Map([[CITIZEN_GROUP, types.get(CITIZEN_GROUP) ?? []], ...types]) : types;
  // A closed menu has no room for names, and without names its links say nothing.
  if (!open) return null;
  return (
    <Box component="nav" aria-label="Conteúdos do site" sx={{ maxWidth: SIDEBAR_PX }}>
      <List dense>
        <MenuLink to="/" text="Início" />
      </List>
      {[...groups].map(([group, types]) => (
        <section key={group} aria-label={group}>
          <Typography component="h2" variant="subtitle2" sx={{ px: 2, pt: 1 }}>
            {group}
          </Typography>
          <List dense>
            {answersCases && group === CITIZEN_GROUP ? <MenuLink to="/casos" text="Casos dos cidadãos" /> : null}
            {types.map(({ table, many, single }) => (
              <MenuLink key={table} to={single === undefined ? `/${table}` : `/${table}/${single.key}`} text={many} />
            ))}
            {group === CITIZEN_GROUP && hasDeskScreens(access) ? (
              <>
                <MenuLink to="/estatisticas" text="Importar estatísticas" />
                <MenuLink to="/guarda" text="Guarda e eliminação" />
              </>
            ) : null}
          </List>
        </section>
      ))}
      {isAdministrator ? (
        <List dense>
          <MenuLink to="/funcionamento" text="Funcionamento do site" />
        </List>
      ) : null}
    </Box>
  );
}

/** On a narrow screen the menu lies over the screen, and closes when a link is followed. */
function MenuLink({ to, text }: { readonly to: string; readonly text: string }): ReactElement {
  const [, setOpen] = useSidebarState();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  return (
    <ListItem disablePadding>
      <ListItemButton component={NavLink} to={to} end={to === '/'} onClick={() => narrow && setOpen(false)} sx={CURRENT}>
        <ListItemText primary={text} />
      </ListItemButton>
    </ListItem>
  );
}

/** The bar takes its width from the room before the word, which stays in line with the others. */
const CURRENT = { '&.active': { bgcolor: 'action.selected', borderLeft: 4, borderColor: 'primary.main', pl: 1.5 } };
