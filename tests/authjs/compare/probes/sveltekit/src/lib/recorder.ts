import { Recorder } from '../../../../../compare/recorder.ts'

export const recorder: Recorder = new Recorder()
