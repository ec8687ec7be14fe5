import type { Fields } from '../types/basics.ts'

/** The fields of a request without a form. */
export const noFields: Fields = Object.freeze(Object.create(null))
