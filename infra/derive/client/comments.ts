import { type DescribedRow, isForm } from '../../../lib/contract/row.ts'
import type { Json } from '../openapi/json-schemas.ts'
import { isKept, keptWords } from '../openapi/kept.ts'
import { descriptionOf } from '../openapi/operation.ts'
import { camel } from './names.ts'
import { comment, literal } from './type-text.ts'

const plain = /^[A-Za-z_$][\w$]*$/

const keyOf = (name: string): string => (plain.test(name) ? name : literal(name))

/** A value as source text. */
const sourceOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return literal(value)
  const fields = Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${sourceOf(each)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** A sample's query text as programs write it. */
const writtenValue = (text: string, { clientType }: Json): unknown => {
  if (typeof clientType !== 'string' || clientType === 'Date') return text
  return JSON.parse(text)
}

const exampleOf = (domain: string, operation: string, row: DescribedRow, query: Json): string => {
  const { path = {}, query: sent = {}, body = {} } = row.example
  const fields = Object.entries(sent).map(([name, text]) => [
    name,
    writtenValue(text, (query[name] ?? {}) as Json),
  ])
  const input = { ...path, ...Object.fromEntries(fields), ...(row.body ? (body as object) : {}) }
  const [file] = row.body && isForm(row.body) ? row.body.files : []
  const needsFile = file !== undefined && Object.keys(body as object).length === 0
  const parts = [
    ...Object.entries(input).map(([name, value]) => `${keyOf(name)}: ${sourceOf(value)}`),
    ...(needsFile ? [`${keyOf(file)}: file`] : []),
  ]
  return `await api.${camel(domain)}.${operation}(${parts.length > 0 ? `{ ${parts.join(', ')} }` : ''})`
}

/** The comment of an operation: summary, callers, limits, its own failures, and an example. `query` are its fields. */
export const operationComment = (
  domain: string,
  operation: string,
  row: DescribedRow,
  query: Json,
): string => {
  const failures = (row.fails ?? []).map(
    ({ status, code, message }) => `- \`${code}\` (${status}): ${message}`,
  )
  const route = { domain, operation, row, path: row.path }
  return comment(
    [
      `${row.summary}.`,
      descriptionOf(operation, row),
      ...(failures.length > 0 ? [`Failures:\n${[...new Set(failures)].join('\n')}`] : []),
      ...(isKept(route) ? [`@deprecated ${keptWords(route)}`] : []),
      `@example\n${exampleOf(domain, operation, row, query)}`,
    ].join('\n\n'),
  )
}
