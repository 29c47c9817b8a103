import * as z from 'zod/mini'
import { text } from '../../../lib/contract/reply.ts'

/** What every page has in its row: nobody is read for the page itself, since the operations behind it say who may. */
export const page = {
  method: 'GET',
  access: 'anyone',
  standalone: true,
  duringMaintenance: true,
  reply: text('text/html; charset=utf-8'),
} as const

/** And every form of a page, which browsers send. */
export const sentForm = { ...page, method: 'POST', urlencoded: true } as const

export const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
export const Short = z.string().check(z.maxLength(256))

/** A path to go on to, and what is to be said there. */
export const Onward = { next: maybe(z.string().check(z.maxLength(1024))), said: maybe(Short) }

/** The same as a form of ours carries it on: an address, and nothing that somebody writes. */
export const Next = maybe(z.string().check(z.maxLength(1024), z.regex(/^[\x21-\x7e]*$/)))

/** One of the things that can be done on a page of many; which there are stands where they are done. */
export const Deed = Short

/** What forms of many fields send of each; the operations behind them say what fits. */
export const Words = z.string().check(z.maxLength(20_000))

export const Cursor = maybe(z.string().check(z.maxLength(2048)))

/** Which part of a desk is open, and what of it. */
export const DeskPart = {
  part: maybe(Short),
  id: maybe(Short),
  search: maybe(Short),
  cursor: Cursor,
  said: maybe(Short),
}
