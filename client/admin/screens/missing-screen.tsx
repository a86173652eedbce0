import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { Link, Title } from 'react-admin';

/** What an address of the application shows that leads to no screen, or to one that this person may not see. */
export function MissingScreen(): ReactElement {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', paddingBlockStart: 2 }}>
      <Title title="Tela não encontrada" />
      <Typography>Não há tela neste endereço, ou a sua conta não tem acesso a ela.</Typography>
      <Link to="/">Voltar ao início</Link>
    </Box>
  );
}
