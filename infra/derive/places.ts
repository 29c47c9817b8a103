import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder of package.json. */
export const root = join(import.meta.dirname, '..', '..')

/** All files below a folder of the repository, as paths from the root with slashes, sorted. */
export const filesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort()
  } catch {
    return []
  }
}

/** The text of a file, or undefined when it does not exist. */
export const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

/** The exports of a source file. */
export const exportsOf = (path: string): Promise<Readonly<Record<string, unknown>>> =>
  import(pathToFileURL(join(root, path)).href)

const neighbour = /\bfrom '(\.\.?\/[^']+\.ts)'/g
const rooms =
  /^(functions\/[^/]+\/(?:contract\/)?(?!index\.|operations\.|repository\.|handler\.)[^/]+|lib\/contract\/[^/]+)\.ts$/

/** A contract and the files that it imports: neighbours in its folder, other contracts, `lib/contract`. */
export const contractFiles = (start: string, seen: Set<string> = new Set()): readonly string[] => {
  const text = textOf(start)
  if (text === undefined || seen.has(start) || !rooms.test(start)) return [...seen]
  seen.add(start)
  for (const [, specifier = ''] of text.matchAll(neighbour)) {
    contractFiles(join(dirname(start), specifier).split(sep).join('/'), seen)
  }
  return [...seen]
}
