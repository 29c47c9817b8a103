import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '../../functions/routes.ts'
import { isForm, type Schema } from '../../lib/contract/row.ts'
import { jsonLimits } from '../../lib/http/json-limits.ts'
import { budgetMs, processorTimeOf, tolerance } from './processor-time.ts'
import { shapeOf } from './requests.ts'
import type { JsonSchema } from './values.ts'

const long = 250_000
const filled = (pattern: string): string => pattern.repeat(Math.floor(long / Buffer.byteLength(pattern)))
const many = jsonLimits.values - 100
const times = <V>(make: (at: number) => V): readonly V[] => Array.from({ length: many }, (_, at) => make(at))

const texts = [
  filled('\u0300\u0316'),
  `a${' '.repeat(long)}b`,
  `a@${'.'.repeat(long)}b`,
  filled('@'),
  filled('a'),
  filled('<p>'),
  `https://a${'.'.repeat(long)} x`,
  filled('\u200D'),
  filled('2026-01-01T'),
]
const lists = [
  times(() => 0),
  times(() => ({})),
  times((at) => `a${at}`),
  Object.fromEntries(times((at) => [`k${at}`, 0])),
]

type Leaf = { readonly path: string; readonly values: readonly unknown[]; wrap(value: unknown): unknown }

/** Every place of a schema that takes a text, or several values. */
const leavesOf = (shape: JsonSchema, path: string, wrap: Leaf['wrap'], depth = 0): readonly Leaf[] => {
  if (depth > 6) return []
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items, additionalProperties } = shape
  const under = (inner: JsonSchema, name: string, around: Leaf['wrap']) =>
    leavesOf(inner, path + name, (value) => wrap(around(value)), depth + 1)
  const isList = items !== undefined || additionalProperties !== undefined
  return [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((choice) => under(choice, '', (value) => value)),
    ...Object.entries(properties).flatMap(([name, inner]) =>
      under(inner, `.${name}`, (value) => ({ [name]: value })),
    ),
    ...(typeof items === 'object' ? under(items, '[]', (value) => [value]) : []),
    ...(isList ? [{ path, values: lists, wrap }] : []),
    ...(shape.type === 'string' ? [{ path, values: texts, wrap }] : []),
  ]
}

const bodies: readonly { name: string; schema: Schema }[] = routes.flatMap(({ domain, rows }) =>
  Object.entries(rows).flatMap(([name, { body }]) =>
    body ? [{ name: `${domain}.${name}`, schema: isForm(body) ? body.form : body }] : [],
  ),
)

describe('the body of', () => {
  // rules/http 46
  it.each(bodies)(
    '$name takes little of the processor, whatever field is filled up',
    async ({ schema }) => {
      const leaves = [
        { path: '', values: lists, wrap: (value: unknown) => value },
        ...leavesOf(shapeOf(schema), '', (value) => value),
      ]
      for (const { path, values, wrap } of leaves)
        for (const [at, value] of values.entries())
          expect(
            await processorTimeOf(() => z.safeParse(schema, wrap(value)), 1),
            `${path} ${at}`,
          ).toBeLessThan(budgetMs * tolerance)
    },
    600_000,
  )
})
