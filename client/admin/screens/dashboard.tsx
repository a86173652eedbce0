/** The first screen: links to what is edited most. */
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import type { ReactElement } from 'react';
import { Title } from 'react-admin';

/** Draws the first screen. */
export function Dashboard(): ReactElement {
  return (
    <Card>
      <Title title="Início" />
      <CardContent>Escolha no menu o que editar.</CardContent>
    </Card>
  );
}
