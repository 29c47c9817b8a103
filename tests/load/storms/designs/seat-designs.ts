import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import type { Runtime } from '../../../../lib/runtime.ts'
import { entity } from '../../../../lib/table/entity.ts'
import type { Table } from '../../../../lib/table/table.ts'
import { put, update } from '../../../../lib/table/write.ts'
import { print, rounded, say } from '../../figures.ts'
import { inArena } from '../arena.ts'
import { putAll, rush, tableOf } from '../storm-world.ts'
import { aws, chosen, claimed, type Design, predict, secondsFor, together } from './seat-model.ts'

// The same designs that the model predicts for AWS, on the local engine. That one takes a single write at a time, so its
// shape is another: what counts is how many items a registration writes, and the number of counters changes nothing.
const { values } = parseArgs({ options: { people: { type: 'string', default: '3000' } } })
const people = Number(values.people)

const Counter = z.object({ id: z.string(), taken: z.number() })
const counter = entity('ModelCounter', Counter, { scope: 'tenant', pk: 'MODEL#{id}', sk: 'SEAT' })
const Row = z.object({ id: z.string(), at: z.string(), text: z.string() })
const row = entity('ModelRow', Row, {
  scope: 'tenant',
  pk: 'MODELROW#{id}',
  sk: 'P',
  gsi1: { pk: 'MODELROWS', sk: '{at}#{id}' },
})

/** A row of an attendee's weight. */
const rowOf = (design: string, at: number) => ({ id: `${design}${at}`, at: `${at}`, text: 'x'.repeat(400) })

const actOf =
  (table: Table, { transaction, counters, name }: Design) =>
  async (_: unknown, at: number) => {
    const id = `${name}-${at % counters}`
    const change = { add: { taken: 1 } } as const
    const condition = { exists: true, below: { taken: people + 1 } } as const
    const person = rowOf(name, at)
    if (transaction) {
      const seat = update(counter, { id }, change, condition)
      await table.write([put(row, person, { absent: true }), seat])
      return
    }
    await table.update(counter, { id }, change, condition)
    await table.put(row, person, { absent: true })
  }

const measured = async (runtime: Runtime, design: Design): Promise<number> => {
  const table = tableOf(runtime)
  const all = Array.from({ length: design.counters }, (_, at) =>
    put(counter, { id: `${design.name}-${at}`, taken: 0 }),
  )
  await putAll(runtime, 'storm', all)
  const begun = performance.now()
  await rush(Array.from({ length: people }), actOf(table, design))
  return people / ((performance.now() - begun) / 1000)
}

const designs = [claimed(1), claimed(32), together(1), together(8), together(32)]

await inArena({ domains: [], seconds: 110 }, async ({ runtime }) => {
  const rates: number[] = []
  for (const design of designs) {
    const rate = await measured(runtime, design)
    rates.push(rate)
    say(`${design.name}: ${Math.round(rate)} a second here`)
    const fresh = predict(design, aws.fresh)
    const warmed = predict(design, aws.warmed)
    print({
      figure: `registrations a second, ${design.name}, on the local engine`,
      design: design.name,
      value: rounded(rate),
      unit: 'a second',
      model: warmed.perSecond,
      modelOfFreshTable: fresh.perSecond,
      bound: warmed.bound,
    })
  }
  for (const seats of [100, 500, 2000, 10_000]) {
    const design = chosen(seats)
    const { perSecond } = predict(design, aws.warmed)
    const stormSeconds = secondsFor(10_000, design, aws.warmed)
    print({
      figure: `registrations a second on AWS by the model, event of ${seats} seats`,
      value: perSecond,
      unit: 'a second',
      counters: design.counters,
      onFreshTable: predict(design, aws.fresh).perSecond,
      secondsForStormOf10000: stormSeconds,
    })
  }
  const transactions = rates.slice(2)
  const spread = Math.max(...transactions) / Math.min(...transactions)
  // One writer: the model of a single hold for everybody. Machines are noisy, so half as much again is still flat.
  print({
    figure: 'fastest by slowest number of counters, on the local engine',
    value: rounded(spread),
    unit: 'x',
    budget: 1.5,
  })
  return true
})
