/**
 * Whether Vite has built the application: a build replaces this value. `NODE_ENV` is often not set
 * on a production server.
 */
export const isBuilt: boolean = (import.meta as { env?: { PROD?: boolean } }).env?.PROD === true
