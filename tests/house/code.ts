import { dirname, join } from 'node:path/posix'

// Comments, strings, templates and regular expressions are told apart, so that `//` in an address stays code.
const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:!&|?[{;\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g

const isComment = (text: string): boolean => text.startsWith('//') || text.startsWith('/*')

/** The source with every comment blanked out; line numbers stay. */
export const withoutComments = (source: string): string =>
  source.replace(token, (text) => (isComment(text) ? text.replace(/[^\n]/g, ' ') : text))

/** The source with comments and the contents of quoted strings blanked out: what the machine does. */
export const bareCode = (source: string): string =>
  source.replace(token, (text) => text.replace(/[^\n]/g, ' '))

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Every module a source imports or re-exports, statically or dynamically, as it is written. */
export const importsOf = (source: string): string[] =>
  [...withoutComments(source).matchAll(specifier)].map((match) => match[1] ?? '')

/** Where a relative specifier leads, as a path from the root. */
export const resolved = (from: string, specifierText: string): string => join(dirname(from), specifierText)

/** The package a specifier belongs to: `zod/mini` -> `zod`, `@middy/core` -> `@middy/core`. */
export const packageOf = (specifierText: string): string =>
  specifierText
    .split('/')
    .slice(0, specifierText.startsWith('@') ? 2 : 1)
    .join('/')

/** Lines of a source that hold code, lines that hold a comment, and all lines. */
export const countLines = (source: string): { code: number; comment: number; total: number } => {
  const filled = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length
  const code = filled(withoutComments(source))
  return {
    code,
    comment: filled(source) - code,
    total: source.split('\n').length - Number(source.endsWith('\n')),
  }
}
