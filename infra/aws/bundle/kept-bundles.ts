import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from './bundle.ts'
import { fingerprints } from './fingerprints.ts'
import { cacheOf, machine } from './loader.ts'

type Fingerprint = (domain: string) => string
type Kept = ReadonlyMap<string, Bundle>

/** Where bundles lie that have code caches, and where those lie that have none. */
const placeIn = (into: string, codeCache: boolean): string => join(into, codeCache ? 'compiled' : 'plain')

const noteOf = (place: string, domain: string): string => join(place, `${domain}.json`)

const found = (place: string, domain: string, fingerprint: string): Bundle | undefined => {
  const note = noteOf(place, domain)
  if (!existsSync(note)) return undefined
  const kept: { fingerprint: string; bundle: Bundle } = JSON.parse(readFileSync(note, 'utf8'))
  return kept.fingerprint === fingerprint && existsSync(kept.bundle.folder) ? kept.bundle : undefined
}

/** The bundles as they were last built, of those functions whose sources are what they were. Builds nothing. */
export const asBuilt = (
  domains: readonly string[],
  into: string,
  codeCache: boolean,
  fingerprintOf: Fingerprint = fingerprints(codeCache).ofFunction,
): Kept => {
  const place = placeIn(into, codeCache)
  return new Map(
    domains.flatMap((domain) => {
      const bundle = found(place, domain, fingerprintOf(domain))
      return bundle ? [[domain, bundle] as const] : []
    }),
  )
}

const cachesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(cacheOf('')))
    .sort()

/** What was published under a name is never published again: code with fewer caches has a name of its own. */
const named = (bundle: Bundle): Bundle => {
  const caches = cachesIn(bundle.folder)
  if (caches.length === 0) return bundle
  const hash = createHash('sha256')
    .update(`${bundle.hash}\n${caches.join('\n')}`)
    .digest('hex')
  return { ...bundle, hash }
}

const isWhole = ({ folder }: Bundle): boolean =>
  cachesIn(folder).length === readdirSync(folder).filter((name) => name.endsWith('.js')).length

type Making = {
  readonly codeCache: boolean
  /** Tells in a sentence what is not as it could be. */
  say(sentence: string): void
  /** How code caches are added; fails where that takes too long. */
  readonly addCaches?: (bundles: Kept) => Promise<void>
  readonly fingerprintOf?: Fingerprint
}

const addCodeCaches = async (bundles: Kept): Promise<void> =>
  (await import('./code-caches.ts')).addCodeCaches(bundles)

const tried = async (bundles: Kept, { say, addCaches = addCodeCaches }: Making): Promise<void> => {
  try {
    await addCaches(bundles)
  } catch {
    say('This machine was too slow to compile ahead: some functions start without a code cache.')
  }
}

/**
 * The bundles of all domains below `into`, made anew where a source of theirs has changed since. What lacks code caches,
 * because the machine was too slow for them, is deployed without, and tried again the next time.
 */
export const keptBundles = async (
  domains: readonly string[],
  into: string,
  making: Making,
): Promise<Kept> => {
  const { codeCache, fingerprintOf = fingerprints(codeCache).ofFunction } = making
  const place = placeIn(into, codeCache)
  const before = asBuilt(domains, into, codeCache, fingerprintOf)
  const changed = domains.filter((domain) => !before.has(domain))
  if (changed.length === 0) return before
  mkdirSync(place, { recursive: true })
  for (const domain of changed) rmSync(noteOf(place, domain), { force: true })
  const { bundleAll } = await import('./bundle.ts')
  const made = await bundleAll(changed, place, { compiledFor: codeCache ? machine : '' })
  if (codeCache) await tried(made, making)
  const bundles = new Map([...made].map(([domain, bundle]) => [domain, named(bundle)] as const))
  for (const [domain, bundle] of bundles) {
    if (codeCache && !isWhole(bundle)) continue
    writeFileSync(noteOf(place, domain), JSON.stringify({ fingerprint: fingerprintOf(domain), bundle }))
  }
  return new Map([...before, ...bundles])
}
