import { AssertionError } from 'node:assert/strict'
import type { Adapter, BaseAdapter } from '../../types/adapter.ts'

/** One requirement that an adapter must meet. */
export interface AdapterCase {
  /** The title of the test, such as `finds a user by e-mail address`. */
  readonly name: string
  /**
   * What a failure endangers.
   *
   * - `security`: a user is signed in as another one, or a session or link works after its end.
   * - `data`: a record is lost, changed or stored twice.
   * - `comfort`: an error takes the place of a result, and the user has to try again.
   */
  readonly about: 'security' | 'data' | 'comfort'
  /** The methods that the case calls. It is skipped for an adapter that lacks one of them. */
  readonly needs: readonly (keyof Adapter)[]
  /** Whether the case stores fields that are not part of the adapter contract. Default: `false`. */
  readonly storesExtraFields?: boolean
  /**
   * Runs the case.
   *
   * @throws {AssertionError} when the adapter does not meet the requirement, or throws an error of
   *   its own, which is the `cause`
   */
  readonly run: (adapter: BaseAdapter) => Promise<void>
}

/**
 * Creates a case. If it fails, the message says what the failure endangers.
 *
 * @param consequence what happens with an adapter that does not meet the requirement
 * @param needs the methods that the body can call
 */
export function adapterCase<const Name extends keyof Adapter>(
  about: AdapterCase['about'],
  name: string,
  consequence: string,
  needs: readonly Name[],
  body: (adapter: Required<Pick<Adapter, Name>>) => Promise<void>,
  options: Pick<AdapterCase, 'storesExtraFields'> = {},
): AdapterCase {
  const run = async (adapter: BaseAdapter): Promise<void> => {
    try {
      // The caller of `run` has checked that the adapter has these methods.
      await body(adapter as unknown as Required<Pick<Adapter, Name>>)
    } catch (error) {
      throw withConsequence(error, `This is about ${about}: ${consequence}`)
    }
  }
  return { name, about, needs, ...options, run }
}

function withConsequence(error: unknown, consequence: string): AssertionError {
  if (error instanceof AssertionError) {
    const { actual, expected, operator } = error
    return new AssertionError({ message: `${error.message}\n${consequence}`, actual, expected, operator })
  }
  const message = `The adapter threw an error: ${error instanceof Error ? error.message : error}`
  return Object.assign(new AssertionError({ message: `${message}\n${consequence}` }), { cause: error })
}
