/** Colours of the generated pictures. `primaria` is the site's own colour; the rest is the river, the forest and the light around it. */
export const COR = {
  noite: '#073642',
  primaria: '#0b5563',
  rio: '#13788a',
  agua: '#5fb3b3',
  menta: '#bfe3d8',
  nevoa: '#e3f1ec',
  creme: '#fdf3df',
  areia: '#f6dfb4',
  ambar: '#f2a541',
  coral: '#e76f51',
  terra: '#a8583c',
  folha: '#3a7d5a',
  mata: '#1f5c4a',
  branco: '#ffffff',
} as const;

/** The light of a scene: sky from top to horizon, the sun, and three planes of land from far to near. */
export interface Luz {
  readonly ceu: readonly [string, string];
  readonly sol: string;
  readonly planos: readonly [string, string, string];
  readonly agua: string;
}

export const LUZES = {
  manha: { ceu: ['#9fd3d6', '#fdf0d2'], sol: '#fff6df', planos: ['#8fc4b7', '#4f9a83', '#236a57'], agua: '#7cc4c9' },
  dia: { ceu: ['#4fa9b8', '#dff1ea'], sol: '#fff3c9', planos: ['#7dbba6', '#3f8a6c', '#1c5a48'], agua: '#3f9fae' },
  tarde: { ceu: ['#e98a5b', '#fde3b0'], sol: '#fff0c2', planos: ['#b9856b', '#6d6a5c', '#2d4b49'], agua: '#eab27b' },
  crepusculo: { ceu: ['#0b4254', '#e9976a'], sol: '#ffd9a0', planos: ['#3c6470', '#1d4a57', '#0a2f3b'], agua: '#2b6a7a' },
} as const satisfies Record<string, Luz>;
