import { Recorder } from '../../../../compare/recorder.ts'

const shared = globalThis as typeof globalThis & { recorder?: Recorder }

/** One recorder for the bundles of the proxy, the App Router and the Pages Router. */
shared.recorder ??= new Recorder()

export const recorder: Recorder = shared.recorder
