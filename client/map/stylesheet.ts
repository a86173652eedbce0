/**
 * Puts a stylesheet of ours into the document and resolves once it applies. Safe to call again: one that is there is not loaded twice,
 * one that failed is asked for anew. @throws when it cannot be loaded.
 */
export async function loadStylesheet(href: string, into: HTMLHeadElement): Promise<void> {
  const present = [...into.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find((link) => link.getAttribute('href') === href);
  if (present !== undefined) return;
  const link = into.ownerDocument.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} could not be loaded`));
    });
    into.append(link);
  });
}
