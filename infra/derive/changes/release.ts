import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.ts'
import { type Surface, surfaceIn } from './surface.ts'

/** Paths of the change notes and of the last release's contract. */
export const notesPath = 'docs/changelog.md'
export const releasedPath = 'docs/released-contract.txt'

/** The heading for notes of unreleased changes. */
export const nextHeading = '## Next'

export type Release = { readonly version: string; readonly surface: Surface }

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export const notes = (): string => read(notesPath)

/** The last release's contract: its version and surface. */
export const lastRelease = (): Release => {
  const text = read(releasedPath)
  const [version = ''] = text.split('\n')
  return { version, surface: surfaceIn(text) }
}

/** The notes of one version, from below its heading to the next one. */
export const notesOf = (heading: string, text: string): string => {
  const [, own = ''] = `\n${text}`.split(`\n${heading}\n`)
  return own.split(/\n## /)[0]?.trim() ?? ''
}

/** The names in notes of one kind: `- **Breaking** \`login\`, \`SelfUser\`: …`. */
export const namedIn = (kind: 'Breaking' | 'Deprecated', text: string): ReadonlySet<string> => {
  const lines = text.split('\n').filter((line) => line.startsWith(`- **${kind}** `))
  const names = lines.flatMap((line) => [...(line.split(':')[0] ?? '').matchAll(/`(\w+)`/g)])
  return new Set(names.map(([, name = '']) => name))
}
