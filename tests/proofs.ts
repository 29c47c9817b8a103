import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test that shows what a setting changes: the file without `.test.ts`, and its title to the letter. */
export type Proof = { readonly file: string; readonly title: string }

export const proof = (file: string, title: string): Proof => ({ file, title })

/**
 * The text of a test with what stands before it in its part of the file: its table, the constants above its `describe`.
 * Fails when the file has no such test, or several.
 */
export const textOf = ({ file, title }: Proof): string => {
  const text = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')
  const [before = '', after, ...more] = text.split(`('${title}', `)
  if (after === undefined || more.length > 0) throw new Error(`${file} has not one test ${title}`)
  const from = Math.max(before.lastIndexOf('\n})\n'), before.lastIndexOf('\n  })\n'), 0)
  return before.slice(from) + after.slice(0, after.search(/\n {0,2}\}\)\n/))
}
