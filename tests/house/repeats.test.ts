import { describe, expect, it } from 'vitest'
import { bareCode } from './code.ts'
import { read, sources } from './files.ts'

const holding = (pattern: RegExp): string[] =>
  sources('lib', 'functions', 'infra').filter((path) => pattern.test(bareCode(read(path))))

/** Where a loop of this kind begins in a source, with what stands in it. */
const loopsIn = (path: string): string[] => {
  const lines = bareCode(read(path)).split('\n')
  return lines.flatMap((line, at) => {
    const [, indent] = /^(\s*)(?:for \((?:let [^;]*)?;|while \(|do \{)/.exec(line) ?? []
    if (indent === undefined) return []
    if (!line.endsWith('{')) return [lines.slice(at, at + 2).join('\n')]
    const length = lines.slice(at).findIndex((later, i) => i > 0 && later.startsWith(`${indent}}`))
    return [lines.slice(at, at + Math.max(1, length)).join('\n')]
  })
}

const counted = /^\s*(?:for|while) \([^\n]*\b(?:attempts?|tries|turns?|retries)\b/
const endless = /^\s*(?:for \(;;|while \(true)/
const writes = /\.(?:write|commit|change|put|update|remove|bump)\(/

const triesAgain = (loop: string): boolean =>
  counted.test(loop) || (writes.test(loop) && (endless.test(loop) || /\.ok\b/.test(loop)))

describe('a lost race', () => {
  // What repeats a call to a service, or a page of many, is no race. The list may only shrink.
  const others = [
    'lib/gateways/aws.ts',
    'lib/table/batch-write.ts',
    'lib/table/batch.ts',
    'lib/table/retry.ts',
  ]

  // rules/table 13
  it('is tried again by the verb of the table and by no loop of its own', () => {
    const found = sources('lib', 'functions').filter((path) => loopsIn(path).some(triesAgain))
    expect(found.sort()).toEqual(others)
  })
})

describe('items by their keys', () => {
  // rules/table 15
  it('are asked for in one go: the table knows how many a call takes', () => {
    const divided = sources('lib', 'functions')
      .filter((path) => path !== 'lib/table/batch.ts')
      .filter((path) =>
        /\bbatchGet\(\s*\w+\.slice\(|\b(?:batch|part|chunk)s?\.map\([^\n]*batchGet\(/.test(
          bareCode(read(path)),
        ),
      )
    expect(divided).toEqual([])
  })
})

describe('what permits something', () => {
  // rules/table 19
  it('is not the rules of the school as a late read shows them', () => {
    const late = sources('lib', 'functions').filter((path) =>
      /\.get\(managementConfig, \{\}\)/.test(read(path)),
    )
    expect(late).toEqual([])
  })
})

describe('lengths of time', () => {
  const length =
    /\b(?:24 \* 60|60 \* 60|60 \* 1_?000|24 \* 3_?600|3_?600 \* 1_?000|86_?400(?:_?000)?|3_?600_?000|60_000)\b/

  it('have their names in one place', () => {
    const found = sources('lib', 'functions', 'infra')
      .filter((path) => path !== 'lib/contract/time.ts')
      .flatMap((path) =>
        bareCode(read(path))
          .split('\n')
          .map((line) => `${path}: ${line.trim()}`),
      )
      .filter((line) => length.test(line) && !/Characters/.test(line))
    expect(found).toEqual([])
  })

  it('are defined by nobody else', () => {
    const defined = holding(/\bconst (?:day|hour|minute)(?:Ms|Seconds|Milliseconds) = \d[\d_ *]*$/m)
    expect(defined).toEqual(['lib/contract/time.ts'])
  })
})
