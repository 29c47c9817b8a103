import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test that shows what a setting changes: the file without `.test.ts`, and its title to the letter. */
export type Proof = { readonly file: string; readonly title: string }

export const proof = (file: string, title: string): Proof => ({ file, title })

/** Whether a title follows what declares a test that is run, be it for each row of a table. */
const declaresTest = (before: string): boolean => {
  if (/\bit$/.test(before)) return true
  const each = [...before.matchAll(/\b(\w+(?:\.\w+)*)\.each\(/g)].at(-1)
  return before.endsWith(')') && each?.[1] === 'it'
}

/**
 * The text of a test with what stands before it in its part of the file: its table, the constants above its `describe`.
 * Fails when the file has no such test, or several.
 */
export const textOf = ({ file, title }: Proof): string => {
  const text = readFileSync(join(import.meta.dirname, '..', `${file}.test.ts`), 'utf8')
  const [before = '', after, ...more] = text.split(`('${title}', `)
  if (after === undefined || more.length > 0) throw new Error(`${file} has not one test ${title}`)
  if (!declaresTest(before)) throw new Error(`${file} runs no test ${title}`)
  const from = Math.max(before.lastIndexOf('\n})\n'), before.lastIndexOf('\n  })\n'), 0)
  return before.slice(from) + after.slice(0, after.search(/\n {0,2}\}\)\n/))
}

/** Whether a test speaks of a setting; parts of a list's elements may be set as the whole list. */
export const showsName = (shows: Proof, path: string): boolean => {
  const words = path.split('.').filter((part) => part !== '*')
  const text = textOf(shows)
  return words.slice(-2).some((word) => new RegExp(`\\b${word}\\b`).test(text))
}
