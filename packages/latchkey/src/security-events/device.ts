import type { SessionDevice } from '../types/user-sessions.ts'

/** Returns what a `User-Agent` header says about the browser and its device. */
export async function describeDevice(userAgent: string | null | undefined): Promise<SessionDevice> {
  if (!userAgent) return { browser: undefined, os: undefined, type: undefined }
  const { default: parser } = await import('bowser')
  const { browser, os, platform } = parser.parse(userAgent)
  return {
    browser: browser.name || undefined,
    os: os.name || undefined,
    type: platform.type || undefined,
  }
}

/**
 * Returns the device as it can be shown in an e-mail: `Chrome, Windows`. Names that are not known
 * are left out, because any client can send any text as its name.
 */
export async function nameDevice(userAgent: string | undefined): Promise<string | undefined> {
  const { default: parser } = await import('bowser')
  const known = new Set([...Object.values(parser.BROWSER_MAP), ...Object.values(parser.OS_MAP)])
  const { browser, os } = await describeDevice(userAgent)
  return [browser, os].filter((name) => name !== undefined && known.has(name)).join(', ') || undefined
}
