import sharp from 'sharp';
import type { ImagemDemo } from './gallery.ts';

/** Returns the bytes of a picture. sharp draws outside the main thread; the same drawing gives the same bytes on one version of libvips. */
export async function drawPicture(imagem: ImagemDemo): Promise<Uint8Array> {
  const picture = sharp(Buffer.from(imagem.draw()));
  return imagem.formato === 'png'
    ? picture.png({ palette: true, compressionLevel: 8 }).toBuffer()
    : picture.jpeg({ quality: 82 }).toBuffer();
}
