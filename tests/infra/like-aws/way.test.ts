import { describe, expect, it } from 'vitest'
import { figuresIn, readFigures } from '../../../infra/local/like-aws/figures.ts'
import { openUnreliableLink } from '../../../infra/local/like-aws/unreliable-link.ts'
import { adding, countOf, ground } from './ground.ts'
import { stillClock } from './still-clock.ts'

const base = 'hold=0,copies=0'

describe('a call', () => {
  it('takes the time of the service', async () => {
    const g = await ground(`${base},latencyFrom=20,latencyTo=20`)
    let done = false
    const call = g.ask('UpdateItem', adding(g.table, 'a')).then(() => {
      done = true
    })
    await g.clock.untilWaiting(1)
    await g.clock.move(19)
    expect([done, await countOf(g, 'a')]).toEqual([false, undefined])
    await g.clock.move(1)
    await call
    expect(await countOf(g, 'a')).toBe('1')
  })

  it('takes times between the two figures that hang on the seed', async () => {
    const times = async (seed: number): Promise<number[]> => {
      const waits: number[] = []
      const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
      const figures = readFigures(`seed=${seed},latencyFrom=3,latencyTo=9`)
      const way = openUnreliableLink(figures, { ...stillClock(), wait })
      for (let at = 0; at < 50; at += 1) await way(async () => ({ status: 200, text: '' }))
      return waits
    }
    const first = await times(1)
    expect(await times(1)).toEqual(first)
    expect(await times(2)).not.toEqual(first)
    expect([Math.min(...first) >= 3, Math.max(...first) <= 9, Math.max(...first) > 8]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('may be carried out and never answered', async () => {
    const g = await ground(`${base},lostRate=1`)
    await expect(g.ask('UpdateItem', adding(g.table, 'a'))).rejects.toThrow('socket hang up')
    expect(await countOf(g, 'a')).toBe('1')
  })

  it('is lost as often as the figure says', async () => {
    const way = openUnreliableLink(readFigures('latencyTo=0,lostRate=0.1'), stillClock())
    const said = await Promise.all(
      Array.from({ length: 2000 }, () => way(async () => ({ status: 200, text: '' }))),
    )
    const lost = said.filter((one) => one === 'lost').length
    expect([lost > 150, lost < 250]).toEqual([true, true])
  })
})

describe('figures', () => {
  it('keep their defaults where none is named', () => {
    expect(figuresIn({})).toMatchObject({ hold: 10, lagFrom: 15, lagTo: 80, writeUnits: 1000, lostRate: 0 })
    expect(figuresIn({ LIKE_AWS: 'hold=20, seed=7' })).toMatchObject({ hold: 20, seed: 7, lagTo: 80 })
  })

  it.each(['holt=1', 'hold', 'hold=', 'hold=ten', 'hold=-1', 'hold=1=2'])('are not %s', (text) => {
    expect(() => readFigures(text)).toThrow(`${text} is no figure of the service`)
  })
})
