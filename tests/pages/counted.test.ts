import { beforeAll, describe, expect, it } from 'vitest'
import { pulse } from '../../lib/stream-lag.ts'
import { planned } from '../attendance/events.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { browser } from './browser.ts'

let w: World
let event: string

beforeAll(async () => {
  w = await world({ ownTable: true })
  await enrolSchool(w, w.home)
  const { eventId } = await planned(w, { maxAttendees: 5 })
  event = `/event/${eventId}`
})

const textAt = async (path = event) => {
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
  it('says how old they may be beside a count, and a page without any does not', async () => {
    expect(await textAt()).not.toContain('Counts may be')
    await given(600)
    expect(await textAt()).toMatch(/0 of 5 seats taken Counts may be up to 1[01] minutes old/)
    // Nothing is counted on an empty list of clubs, or on a form.
    expect(await textAt('/')).not.toContain('Counts may be')
    expect(await textAt('/forgot-password')).not.toContain('Counts may be')
    w.clock.advance(30)
    expect(await textAt()).not.toContain('Counts may be')
  })

  it('says so where nothing was ever counted', async () => {
    await w.table('www').put(pulse, { name: 'stream', at: w.clock.now().toISOString() })
    w.clock.advance(1)
    expect(await textAt()).toContain('Counts are not complete yet')
  })
})
