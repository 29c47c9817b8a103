import { describe, expect, it } from 'vitest'
import { settleInOrder } from '../../lib/contract/failure.ts'
import { read, sources } from '../house/files.ts'

const failing = (word: string): Promise<never> => Promise.reject(new Error(word))

/** Fails some turns of the event loop later. */
const late = async (word: string): Promise<never> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  return failing(word)
}

/** The part of a source from an opening bracket to the one that closes it. */
const bracketed = (source: string, from: number): string => {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '[') depth += 1
    if (source[at] === ']') depth -= 1
    if (depth === 0) return source.slice(from, at)
  }
  return source.slice(from)
}

/** Work that refuses people, begun beside other work of that kind, of which the faster one would answer. */
const racingIn = (path: string): readonly string[] => {
  const source = read(path)
  return [...source.matchAll(/Promise\.all\(\[/g)].flatMap(({ index }) => {
    const names =
      bracketed(source, index + 'Promise.all('.length).match(/\b(?:require|refuse)[A-Z]\w*/g) ?? []
    const caught = /\.catch\(/.test(bracketed(source, index + 'Promise.all('.length))
    return names.length > 1 && !caught ? [`${path}: ${names.join(', ')}`] : []
  })
}

describe('what is refused for two reasons', () => {
  it('is told the first of them, however long it took', async () => {
    await expect(settleInOrder([late('first'), failing('second'), 3])).rejects.toThrow('first')
    await expect(settleInOrder([late('first').catch(() => 1), Promise.resolve('two'), 3])).resolves.toEqual([
      1,
      'two',
      3,
    ])
  })

  it('is judged in order everywhere: use settleInOrder of lib/contract/failure.ts', () => {
    expect(sources('functions', 'lib').flatMap(racingIn)).toEqual([])
  })
})
