// Lets the clock of this process differ. Imported before anything else.
let offset = Number(process.env.CLOCK_OFFSET ?? 0) * 1000
const RealDate = Date
const now = (): number => RealDate.now() + offset

/** Lets time pass for this process. */
export function passTime(seconds: number): void {
  offset += seconds * 1000
}

globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    // Any arguments that the real one accepts.
    super(...((args.length === 0 ? [now()] : args) as [number]))
  }
  static override now(): number {
    return now()
  }
} as DateConstructor
