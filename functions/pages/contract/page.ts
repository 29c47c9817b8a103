import * as z from 'zod/mini'
import { text } from '../../../lib/contract/reply.ts'

const page = {
  example: { as: 'ada' },
  access: 'anyone',
  standalone: true,
  duringMaintenance: true,
  reply: text('text/html; charset=utf-8'),
} as const

/** The row of a page: nobody is read for the page itself, since the operations behind it say who may. */
export const pageRow = <const P extends string, const M>(path: P, summary: string, more: M) =>
  ({ method: 'GET', path, summary, ...page, ...more }) as const

/** And of a form of a page, which browsers send. */
export const formRow = <const P extends string, const M>(path: P, summary: string, more: M) =>
  ({ method: 'POST', urlencoded: true, path, summary, ...page, ...more }) as const

export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
export const Short = z.string().check(z.maxLength(256))

/** A path to go on to, and what is to be said there. */
export const ReturnTo = { next: maybe(z.string().check(z.maxLength(1024))), done: maybe(Short) }

/** The same as a form of ours carries it on: an address, and nothing that somebody writes. */
export const Next = maybe(z.string().check(z.maxLength(1024), z.regex(/^[\x21-\x7e]*$/)))

type Apart<S> = S extends `${infer First} ${infer Rest}` ? First | Apart<Rest> : S

/** One of the things that can be done on a page of many: their names with spaces between them. */
export const oneOf = <const S extends readonly string[]>(...names: S) =>
  z.enum(names.join(' ').split(' ') as Apart<S[number]>[])

/** What forms of many fields send of each; the operations behind them say what fits. */
export const Words = z.string().check(z.maxLength(20_000))

/** What a browser hands over for a passkey, as a script puts it into a form. */
export const Credential = maybe(Words)

export const Cursor = maybe(z.string().check(z.maxLength(2048)))

/** Which part of a desk is open, and what of it. */
export const DashboardPart = {
  part: maybe(Short),
  id: maybe(Short),
  search: maybe(Short),
  cursor: Cursor,
  done: maybe(Short),
}
