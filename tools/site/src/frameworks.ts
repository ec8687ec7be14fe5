/** A framework that the reader chooses, with the heading that marks its variant of a section. */
export interface Framework {
  readonly id: string
  readonly title: string
  /** The page that describes the integration, without extension. */
  readonly page: string
}

export const FRAMEWORKS: readonly Framework[] = [
  { id: 'next', title: 'Next.js', page: '/frameworks/next' },
  { id: 'sveltekit', title: 'SvelteKit', page: '/frameworks/sveltekit' },
  { id: 'solid-start', title: 'SolidStart', page: '/frameworks/solid-start' },
  { id: 'server', title: 'Your own server', page: '/frameworks/your-own-server' },
]

/** The name under which the browser stores the choice. */
export const STORAGE_KEY = 'latchkey-framework'
