import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bundle, bundleAll } from './bundle.ts'
import { addCodeCaches } from './code-caches.ts'
import { machine } from './loader.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = ['functions', 'lib', 'infra', 'package.json', 'package-lock.json']

const filesBelow = (place: string): string[] =>
  place.endsWith('.json')
    ? [place]
    : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.\w+$/.test(name))
        .map((name) => join(place, name))
        .sort()

/** What bundles follow from: every source, every package, and the machine that compiles them ahead. */
export const fingerprint = (
  codeCache: boolean,
  read = (file: string) => readFileSync(join(root, file)),
): string => {
  const hash = createHash('sha256').update(`${machine} ${process.version} ${codeCache}\n`)
  for (const file of sources.flatMap(filesBelow)) {
    const bytes = read(file)
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 24)
}

type Kept = ReadonlyMap<string, Bundle>

const listOf = (place: string): string => join(place, 'bundles.json')

const found = (place: string, domains: readonly string[]): Kept | undefined => {
  if (!existsSync(listOf(place))) return undefined
  const kept: Kept = new Map(JSON.parse(readFileSync(listOf(place), 'utf8')))
  return domains.every((domain) => existsSync(kept.get(domain)?.folder ?? '')) ? kept : undefined
}

type Making = {
  readonly codeCache: boolean
  /** Tells in a sentence what is not as it could be. */
  say(sentence: string): void
  /** How code caches are added; fails where that takes too long. */
  readonly addCaches?: typeof addCodeCaches
}

/**
 * The bundles of all domains below `into`, made anew when a source has changed since. What has no code caches, because the
 * machine was too slow for them, is deployed without, and tried again the next time.
 */
export const keptBundles = async (
  domains: readonly string[],
  into: string,
  { codeCache, say, addCaches = addCodeCaches }: Making,
): Promise<Kept> => {
  const place = join(into, fingerprint(codeCache))
  const before = found(place, domains)
  if (before) return before
  rmSync(into, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const bundles = await bundleAll(domains, place, { compiledFor: codeCache ? machine : '' })
  try {
    if (codeCache) await addCaches(bundles)
    writeFileSync(listOf(place), JSON.stringify([...bundles]))
  } catch {
    say('This machine was too slow to compile ahead: some functions start without a code cache.')
  }
  return bundles
}
