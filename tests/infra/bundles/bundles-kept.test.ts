import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fingerprint, keptBundles } from '../../../infra/aws/bundle/kept-bundles.ts'

const into = mkdtempSync(join(tmpdir(), 'quad-kept-'))
afterAll(() => rmSync(into, { recursive: true, force: true }))

describe('bundles', () => {
  const said: string[] = []
  const say = (sentence: string): void => void said.push(sentence)
  let compiled = 0

  it('of a machine that is too slow to compile ahead are deployed without, and tried again', async () => {
    const addCaches = async () => {
      compiled += 1
      throw new Error('too slow')
    }
    for (const times of [1, 2]) {
      const made = await keptBundles(['plants'], into, { codeCache: true, say, addCaches })
      expect(readdirSync(made.get('plants')?.folder ?? '')).toContain('index.mjs')
      expect([compiled, said.length]).toEqual([times, times])
    }
    expect(said[0]).toContain('without a code cache')
  })

  it('are made once while no source changes', async () => {
    const addCaches = async () => {
      compiled += 1
    }
    const before = compiled
    const first = await keptBundles(['plants'], into, { codeCache: true, say, addCaches })
    const second = await keptBundles(['plants'], into, { codeCache: true, say, addCaches })
    expect(second).toEqual(first)
    expect(compiled - before).toBe(1)
  })

  it('follow from every source', () => {
    const one = fingerprint(false)
    expect(fingerprint(false)).toBe(one)
    expect(fingerprint(true)).not.toBe(one)
    const changed = (part: string) =>
      fingerprint(false, (file) => Buffer.from(file.includes(part) ? 'x' : ''))
    expect(new Set(['functions/plants/', 'lib/log.ts', 'package-lock', 'nowhere'].map(changed)).size).toBe(4)
  })
})
