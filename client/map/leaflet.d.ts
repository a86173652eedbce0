// Leaflet's package names only its CommonJS file; the module beside it has the same interface and lets unused parts fall away.
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}
