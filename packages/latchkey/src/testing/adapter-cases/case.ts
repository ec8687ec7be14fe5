import type { Adapter } from '../../types/adapter.ts'

/** One requirement that an adapter must meet. */
export interface AdapterCase {
  /** The title of the test, such as `finds a user by e-mail address`. */
  readonly name: string
  /** The methods that the case calls. It is skipped for an adapter that lacks one of them. */
  readonly needs: readonly (keyof Adapter)[]
  /** Whether the case stores fields that are not part of the adapter contract. Default: `false`. */
  readonly storesExtraFields?: boolean
  /** Runs the case. @throws {AssertionError} when the adapter does not meet the requirement */
  readonly run: (adapter: Adapter) => Promise<void>
}

/** Creates a case. Its body can call only the methods that are listed in `needs`. */
export function adapterCase<const Name extends keyof Adapter>(
  name: string,
  needs: readonly Name[],
  body: (adapter: Required<Pick<Adapter, Name>>) => Promise<void>,
  options: Pick<AdapterCase, 'storesExtraFields'> = {},
): AdapterCase {
  // The caller of `run` has checked that the adapter has these methods.
  return {
    name,
    needs,
    ...options,
    run: (adapter) => body(adapter as unknown as Required<Pick<Adapter, Name>>),
  }
}
