import { beforeAll, describe, expect, it } from 'vitest'
import { pulse } from '../../lib/stream-lag.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { browser } from './browser.ts'

let w: World

beforeAll(async () => {
  w = await world({ ownTable: true })
  await enrolSchool(w, w.home)
})

const front = async (path = '/') => {
  // What was looked up a moment ago serves others still.
  w.clock.advance(5)
  return (await browser(w).open(path)).text
}

/** What a consumer is given that is so far behind. */
const given = (secondsAgo: number) =>
  w.deliver([
    {
      eventName: 'REMOVE',
      dynamodb: {
        SequenceNumber: '1',
        ApproximateCreationDateTime: w.clock.now().getTime() / 1000 - secondsAgo,
      },
    },
  ])

describe('a page with numbers', () => {
  // rules/http 39
  it('says until when they are counted while they are behind, and a page without any does not', async () => {
    expect(await front()).not.toContain('Numbers here are behind')
    await given(600)
    const until = new Date(w.clock.now().getTime() - 600_000).toISOString().slice(11, 16)
    expect(await front()).toMatch(new RegExp(`are behind: they are counted until [\\w ]+, ${until} `))
    expect(await front('/forgot-password')).not.toContain('Numbers here are behind')
    w.clock.advance(30)
    expect(await front()).not.toContain('Numbers here are behind')
  })

  it('says so where nothing was ever counted', async () => {
    await w.table('www').put(pulse, { name: 'stream', at: w.clock.now().toISOString() })
    w.clock.advance(1)
    expect(await front()).toContain('Numbers here are behind: nothing has been counted yet')
  })
})
