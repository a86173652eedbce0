/** A picture that an editor uploads and nothing public names, and what its addresses answer to the editor and to a stranger. */
import sharp from 'sharp';
import { imageUrl } from '../../shared/images/image-url.ts';

interface Answered {
  readonly status: number;
  readonly cacheControl: string | null;
  /** Whether a shared cache has answered or has stored the answer (RFC 9211). */
  readonly isShared: boolean;
}

export interface PictureReadings {
  readonly editor: readonly Answered[];
  readonly stranger: readonly Answered[];
}

/** Uploads the picture and reads the file and a smaller picture of it in turns, the editor first. @param cookie of the editor's session */
export async function unpublishedPicture(site: string, cookie: string): Promise<PictureReadings> {
  const signedIn = { cookie, Origin: site };
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('bucket-id', 'default');
  form.append('file[]', new File([Uint8Array.from(bytes)], 'rascunho.png', { type: 'image/png' }));
  const sent = await fetch(`${site}/v1/files`, { method: 'POST', headers: signedIn, body: form });
  const { processedFiles } = (await sent.json()) as { readonly processedFiles?: readonly { readonly id: string }[] };
  const file = `/nhostprovider/${processedFiles?.[0]?.id}`;
  const read = async (address: string, headers: Readonly<Record<string, string>>): Promise<Answered> => {
    const answer = await fetch(site + address, { headers: { Accept: 'image/webp', ...headers } });
    await answer.arrayBuffer();
    const cacheStatus = answer.headers.get('cache-status') ?? '';
    return { status: answer.status, cacheControl: answer.headers.get('cache-control'), isShared: /hit|stored/.test(cacheStatus) };
  };
  const readings: { editor: Answered[]; stranger: Answered[] } = { editor: [], stranger: [] };
  for (const address of [imageUrl(file, 320), file, imageUrl(file, 320), file]) {
    readings.editor.push(await read(address, { cookie }));
    readings.stranger.push(await read(address, {}));
  }
  await fetch(site + file.replace('/nhostprovider', '/v1/files'), { method: 'DELETE', headers: signedIn });
  return readings;
}
