import type { Adapter } from '../../types/adapter.ts'

/** One thing that an adapter must do. */
export interface AdapterCase {
  /** A sentence. */
  readonly name: string
  /** The methods that it calls: an adapter without them has nothing to show. */
  readonly needs: readonly (keyof Adapter)[]
  /** It stores fields that no table has by itself. */
  readonly storesExtraFields?: boolean
  /** @throws {AssertionError} when the adapter does something else */
  readonly run: (adapter: Adapter) => Promise<void>
}

/** Makes a case whose body may call the methods that it needs, and no other. */
export function adapterCase<const Name extends keyof Adapter>(
  name: string,
  needs: readonly Name[],
  body: (adapter: Required<Pick<Adapter, Name>>) => Promise<void>,
  options: Pick<AdapterCase, 'storesExtraFields'> = {},
): AdapterCase {
  // Whoever runs a case has seen to its needs.
  return {
    name,
    needs,
    ...options,
    run: (adapter) => body(adapter as unknown as Required<Pick<Adapter, Name>>),
  }
}
