import type { PublicSettings } from '../../../shared/builds/document-blocks.ts';

/** Settings of a site that offers nothing that is optional, but for `changes`. */
export function publicSettings(changes: Partial<PublicSettings> = {}): PublicSettings {
  return {
    build: 'b1',
    siteUrl: 'https://site.example',
    siteTitle: null,
    siteDescription: null,
    siteFavicon: '/favicon.svg',
    siteSocialImage: null,
    adminAppUrl: null,
    subscriptions: false,
    hasMail: false,
    offlineCopies: false,
    buildPollMs: 0,
    mapTileUrl: null,
    mapTileAttribution: null,
    vlibrasUrl: null,
    ...changes,
  };
}
