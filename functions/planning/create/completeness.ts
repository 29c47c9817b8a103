import { fail } from '../../../lib/contract/failure.ts'
import { MissingFields } from '../contract/failures.ts'

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Fails with 400 `Missing required fields`, and names them in `errors`. */
export const failMissing = (fields: readonly string[]): never => {
  const errors = fields.map((field) => ({ field, message: `${field} is required` }))
  return fail(MissingFields, { details: errors, top: { errors } })
}

/** Fails like `failMissing` when any of these was not given. */
export const refuseIncomplete = (fields: readonly (readonly [name: string, value: unknown])[]): void => {
  const missing = fields.filter(([, value]) => isBlank(value)).map(([name]) => name)
  if (missing.length > 0) failMissing(missing)
}
