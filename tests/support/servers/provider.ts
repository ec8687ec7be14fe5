/** The OpenID provider of the demo, with its test users. */
export { type RunningProvider, startProvider } from '../../../tools/playground/provider.ts'
export type { PlaygroundClient } from '../../../tools/playground/provider-settings.ts'
