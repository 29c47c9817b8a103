import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { machine } from './loader.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Packages, and what makes bundles of sources. */
const always = ['package.json', 'package-lock.json', 'infra/aws/bundle', 'infra/local/handlers/code-cache.ts']

/** The documents hand out what is derived from all contracts. */
const everything = ['functions', 'lib', 'infra', 'docs']

const imported = /(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']+)'/g

type Read = (file: string) => Buffer

const readSource: Read = (file) => readFileSync(join(root, file))

const filesBelow = (place: string): string[] =>
  /\.\w+$/.test(place)
    ? [place]
    : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => join(place, name))
        .sort()

/** Hashes of sources. Each file is read once. */
export const fingerprints = (codeCache: boolean, read = readSource) => {
  const known = new Map<string, { readonly hash: string; readonly imports: readonly string[] }>()

  const sourceOf = (file: string) => {
    const before = known.get(file)
    if (before) return before
    const bytes = read(file)
    const source = {
      hash: createHash('sha256').update(bytes).digest('hex'),
      imports: [...bytes.toString('latin1').matchAll(imported)].map(([, path = '']) =>
        join(file, '..', path),
      ),
    }
    known.set(file, source)
    return source
  }

  /** A file and all that it imports, now or later, for its types too: more than a bundle takes of it, never less. */
  const reached = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const other of sourceOf(file).imports) reached(other, seen)
    return seen
  }

  const hashOf = (files: Iterable<string>): string => {
    const hash = createHash('sha256').update(`${machine} ${process.version} ${codeCache}\n`)
    for (const file of [...files].sort()) hash.update(`${file} ${sourceOf(file).hash}\n`)
    return hash.digest('hex').slice(0, 24)
  }

  const sourcesOf = (domain: string): Set<string> =>
    new Set([
      ...always.flatMap(filesBelow),
      ...(domain === 'documents' ? everything.flatMap(filesBelow) : []),
      ...reached(`functions/${domain}/handler.ts`),
    ])

  return {
    sourcesOf,
    /** Of whatever the bundle of a function follows from. */
    ofFunction: (domain: string): string => hashOf(sourcesOf(domain)),
    /** Of whatever the templates follow from. */
    ofAll: (): string => hashOf(new Set([...always, ...everything].flatMap(filesBelow))),
  }
}
