import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bundle, modulesOf } from '../../../infra/aws/bundle/bundle.ts'
import { fingerprints } from '../../../infra/aws/bundle/fingerprints.ts'
import { asBuilt, keptBundles } from '../../../infra/aws/bundle/kept-bundles.ts'
import { cacheOf } from '../../../infra/aws/bundle/loader.ts'

const into = mkdtempSync(join(tmpdir(), 'quad-kept-'))
afterAll(() => rmSync(into, { recursive: true, force: true }))

describe('bundles', () => {
  const said: string[] = []
  const say = (sentence: string): void => void said.push(sentence)
  let compiled: string[] = []
  beforeEach(() => {
    compiled = []
  })

  /** Adds code caches to the first scripts of each function, as many as there was time for. */
  const compiling = (most: number) => async (bundles: ReadonlyMap<string, Bundle>) => {
    for (const [domain, { folder }] of bundles) {
      compiled.push(domain)
      const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
      for (const name of scripts.slice(0, most)) writeFileSync(join(folder, cacheOf(name)), '')
      if (scripts.length > most) throw new Error('too slow')
    }
  }
  const all = Number.POSITIVE_INFINITY
  const kept = (domains: readonly string[], most: number, of = (domain: string) => domain) =>
    keptBundles(domains, into, { codeCache: true, say, addCaches: compiling(most), fingerprintOf: of })

  it('of a machine that is too slow to compile ahead are deployed without, and tried again', async () => {
    const hashes: (string | undefined)[] = []
    for (const most of [0, 1, all]) {
      const made = (await kept(['plants'], most)).get('plants')
      expect(readdirSync(made?.folder ?? '')).toContain('index.mjs')
      hashes.push(made?.hash)
    }
    expect(compiled).toHaveLength(3)
    expect(said).toHaveLength(2)
    expect(said[0]).toContain('without a code cache')
    // Nobody publishes or copies again what has a name already.
    expect(new Set(hashes).size).toBe(3)
  })

  it('are made once while no source changes, each by itself', async () => {
    const first = await kept(['plants', 'platform'], all)
    expect(await kept(['plants', 'platform'], all)).toEqual(first)
    expect(compiled).toEqual(['platform'])
    const second = await kept(['plants', 'platform'], all, (domain) => `${domain} ${domain === 'plants'}`)
    expect([...compiled].sort()).toEqual(['plants', 'platform', 'platform'])
    expect(second).toEqual(first)
  })

  it('are taken as they were built by whoever only compares, and never built', async () => {
    const before = await kept(['plants', 'platform'], all)
    compiled = []
    const of = (domain: string) => (domain === 'plants' ? domain : 'changed')
    expect(asBuilt(['plants', 'platform'], into, true, of)).toEqual(
      new Map([...before].filter(([domain]) => domain === 'plants')),
    )
    expect(asBuilt(['plants'], into, false, of).size).toBe(0)
    rmSync(before.get('plants')?.folder ?? '', { recursive: true })
    expect(asBuilt(['plants'], into, true, of).size).toBe(0)
    expect(compiled).toEqual([])
  })
})

describe('the fingerprint of a function', () => {
  it.each(['plants', 'auth', 'notices'])('looks at all that is bundled: %s', async (domain) => {
    const known = fingerprints(false).sourcesOf(domain)
    const { metafile } = await modulesOf(domain)
    const missed = Object.keys(metafile.inputs).filter(
      (file) => !file.includes('node_modules/') && existsSync(file) && !known.has(file),
    )
    expect(missed).toEqual([])
  })

  it('is another when something that it follows from is, and the same otherwise', () => {
    const of = (part: string) => {
      const changed = fingerprints(false, (file) =>
        Buffer.concat([readFileSync(file), Buffer.from(file.startsWith(part) ? '// x' : '')]),
      )
      return ['plants', 'auth', 'documents'].map(changed.ofFunction)
    }
    const told = of('nowhere')
    const differ = (part: string) => of(part).map((one, at) => one !== told[at])
    expect(differ('nowhere')).toEqual([false, false, false])
    expect(differ('functions/plants/operations.ts')).toEqual([true, false, true])
    expect(differ('functions/auth/operations.ts')).toEqual([false, true, true])
    expect(differ('docs/changelog.md')).toEqual([false, false, true])
    for (const common of ['package-lock.json', 'infra/aws/bundle/plugins.ts', 'lib/log.ts'])
      expect(differ(common)).toEqual([true, true, true])
    expect(fingerprints(true).ofFunction('plants')).not.toBe(told[0])
  })
})
