import * as z from 'zod/mini'
import { conflict, fail, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange, RateLimited, StoreUnavailable } from '../../lib/contract/failures.ts'
import { answer, data } from '../../lib/contract/reply.ts'
import { declare, form } from '../../lib/contract/row.ts'

const NoSuchDock = notFound('Dock not found', 'DOCK_NOT_FOUND')
const NameTaken = conflict('This name is taken', 'NAME_TAKEN')

const outcomes = ['fine', 'absent', 'taken', 'raced', 'limited', 'down', 'defect', 'cookies'] as const
const Boat = z.object({ id: z.string(), name: z.string(), weight: z.union([z.bigint(), z.number()]) })
const row = {
  summary: 'Builds a boat',
  costs: { depth: 0, read: 0, write: 0 },
  method: 'POST',
  body: z.strictObject({
    name: z.string(),
    outcome: z.optional(z.enum(outcomes)),
    weight: z.optional(z.union([z.bigint(), z.int()])),
  }),
  fails: [NoSuchDock, NameTaken, ConcurrentChange],
  example: {},
} as const
const reply = data(Boat, 'Built', { status: 201 })
const creates = 'each'
/** Operations that create and do not, whose outcome is part of what they are asked. */
export const contract = declare('boats', 'Boats', {
  buildBoat: { ...row, path: '/boats', access: 'caller', creates, reply },
  buildShip: { ...row, path: '/ships', access: 'caller', creates, reply },
  launch: { ...row, path: '/launch', access: 'caller', reply: data(Boat) },
  buildRaft: {
    ...row,
    path: '/rafts',
    access: 'caller',
    creates,
    body: form(z.strictObject({ name: z.string() }), 'plan', 1000),
    reply,
  },
  findDriftwood: { ...row, path: '/driftwood', access: 'optional', creates, reply },
})

type Body = { readonly name: string; readonly outcome?: (typeof outcomes)[number] | undefined }
/** What was really carried out. */
export const built: string[] = []
/** While it is set, operations wait for it. */
export const gate: { open?: Promise<void> | undefined; onReach?: (() => void) | undefined } = {}

export const build = async ({ name, outcome = 'fine' }: Body, { newId }: { newId(): string }) => {
  gate.onReach?.()
  await gate.open
  built.push(name)
  if (outcome === 'absent') fail(NoSuchDock)
  if (outcome === 'taken') fail(NameTaken)
  if (outcome === 'raced') fail(ConcurrentChange)
  if (outcome === 'limited') fail(RateLimited)
  if (outcome === 'down') fail(StoreUnavailable)
  if (outcome === 'defect') throw new TypeError('no such thing')
  return answer({ id: newId(), name, weight: 1 }, { clearCookies: outcome === 'cookies' })
}
