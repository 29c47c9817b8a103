import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One heading of the runbook, and the commands below it as an operator would paste them. */
export type Page = { readonly heading: string; readonly commands: string }

const root = join(import.meta.dirname, '..', '..')

/** The page whose commands all others use. */
export const firstPage = 'What the commands need'

/** Blocks for the shell; inside a list they stand further in. */
const commandsOf = (text: string): string =>
  [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .join('')

/** Every page of a text from one heading on, by default that of the runbook which all commands need, also those without commands. */
export const pagesOf = (
  text = readFileSync(join(root, 'docs', 'operations.md'), 'utf8'),
  from = firstPage,
): readonly Page[] => {
  const pages = text.split(/^#{2,3} /m).map((part) => {
    const [heading = ''] = part.split('\n', 1)
    return { heading, commands: commandsOf(part) }
  })
  return pages.slice(pages.findIndex(({ heading }) => heading === from))
}
