import { fail } from '../../lib/contract/failure.ts'
import { ValidationError } from '../../lib/contract/failures.ts'

const refuse = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const entriesOf = (text: string, field: string): readonly string[] => {
  if (!text.startsWith('[')) return text.split(',')
  const list = parsed(text)
  const fits = Array.isArray(list) && list.every((entry) => typeof entry === 'string')
  return fits ? list : refuse(field, 'Expected a JSON array of strings')
}

/** The distinct entries of a query parameter: a JSON array, a comma list, or the parameter repeated. At most 100. */
export const listOf = (text = '', field: string): readonly string[] => {
  const entries = entriesOf(text.trim(), field).map((entry) => entry.trim())
  const list = [...new Set(entries.filter((entry) => entry !== ''))]
  if (list.some((entry) => entry.length > 128)) refuse(field, 'An entry has at most 128 characters')
  return list.length > 100 ? refuse(field, 'At most 100 entries') : list
}
