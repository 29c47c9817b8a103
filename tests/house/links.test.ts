import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { exists, read, trackedFiles } from './files.ts'

const documents = trackedFiles().filter((path) => path.endsWith('.md'))

/** The anchors of a document: its headings as GitHub spells them, and those written as HTML. */
const anchorsOf = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
  ])

const isDead = (path: string, target: string): boolean => {
  const [file = '', anchor] = target.split('#')
  const linked = file === '' ? path : join(dirname(path), file)
  if (!exists(linked)) return true
  return anchor !== undefined && linked.endsWith('.md') && !anchorsOf(read(linked)).has(anchor)
}

describe('documents', () => {
  it('link only to files and headings that exist', () => {
    const dead = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && isDead(path, target))
        .map((target) => `${path}: ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('name only tests that exist', () => {
    const gone = documents.flatMap((path) =>
      [...read(path).matchAll(/`(tests\/[\w./-]+)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !exists(named))
        .map((named) => `${path}: ${named}`),
    )
    expect(gone).toEqual([])
  })

  it('name only source files that exist', () => {
    const files = trackedFiles().map((path) => `/${path}`)
    const gone = documents
      .filter((path) => !/^docs\/(?:changelog|decisions)/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/`([\w./-]+\.ts)`/g)]
          .map(([, named = '']) => named)
          .filter((named) => !files.some((file) => file.endsWith(`/${named}`)))
          .map((named) => `${path}: ${named}`),
      )
    expect(gone).toEqual([])
  })
})
