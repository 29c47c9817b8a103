/** Text to insert into a file. Without `before` it is the text of a new file. */
export type Edit = {
  readonly path: string
  readonly text: string
  /** The first place of the file that it goes before. */
  readonly before?: string | RegExp
}

/** One step of "Adding an operation" in CONTRIBUTING.md: what goes where. */
export type Step = Edit & { readonly step: 1 | 2 | 3 | 4 | 5 | 6 }

/** An operation that remembers something: a person's own note about a room. */
export const operation = 'saveRoomNote'

export const steps: readonly Step[] = [
  {
    step: 1,
    path: 'functions/rooms/contract.ts',
    before: /^ {2}deleteRoom: \{/m,
    text: `  saveRoomNote: {
    summary: "Save the caller's own note about a room; an empty one removes it",
    method: 'PUT',
    path: '/rooms/:roomId/my-note',
    access: 'member',
    body: z.strictObject({ text: prose(500) }),
    reply: data(z.object({ roomId: z.string(), text: z.string() }), 'Note saved'),
    fails: [RoomNotFound],
    costs: { depth: 0, read: 0, write: 0 },
    example: { as: 'ada', path: hall, body: { text: 'The left socket is broken' } },
  },
`,
  },
  {
    step: 1,
    path: 'tests/auth/publishes-nothing.ts',
    before: "checkResource'",
    text: 'saveRoomNote ',
  },
  {
    step: 1,
    path: 'infra/derive/openapi/words/operations.txt',
    before: 'createPlant: ',
    text: 'saveRoomNote: Nobody else reads the note. It is removed with the account.\n',
  },
  {
    step: 2,
    path: 'functions/rooms/notes.ts',
    text: `import type { Operation } from '../../lib/operation.ts'
import { roomKey } from './bookings.ts'
import type { contract } from './contract.ts'
import { noteWrites } from './repository.ts'

type Rows = (typeof contract)['rows']

/** Stores the caller's note about a room. Fails with 404 when the room is not registered. */
export const saveRoomNote: Operation<Rows['saveRoomNote']> = async ({ roomId, text }, { table, caller }) => {
  const note = { userId: caller.tenantUserId, roomId: roomKey(roomId), text }
  await table.commit(noteWrites(note))
  return { roomId: note.roomId, text }
}
`,
  },
  {
    step: 2,
    path: 'functions/rooms/operations.ts',
    before: /^ {2}deleteRoom,$/m,
    text: `  saveRoomNote,
`,
  },
  {
    step: 2,
    path: 'functions/rooms/operations.ts',
    before: /^import .* from '\.\/room\.ts'$/m,
    text: `import { saveRoomNote } from './notes.ts'
`,
  },
  {
    step: 3,
    path: 'functions/rooms/repository.ts',
    before: /^\/\*\*\n \* The bookings of one room on one day/m,
    text: `/** What a member has noted about a room, for nobody else. */
const RoomNote = z.object({ userId: text, roomId: text, text: text })
export type RoomNote = z.infer<typeof RoomNote>
export const roomNote = entity('RoomNote', RoomNote, {
  scope: 'tenant',
  pk: 'U#{userId}#ROOMNOTES',
  sk: '{roomId}',
})

/** Stores a note about a registered room. An empty text removes the note. */
export const noteWrites = (note: RoomNote): readonly Write[] => [
  check(room, note, { exists: RoomNotFound }),
  note.text === '' ? remove(roomNote, note) : put(roomNote, note),
]

`,
  },
  {
    step: 3,
    path: 'functions/rooms/repository.ts',
    before: /replace, type Write \} from/,
    text: 'check, put, remove, ',
  },
  {
    step: 3,
    path: 'functions/rooms/repository.ts',
    before: /^\nconst text = /m,
    text: `import { RoomNotFound } from './failures.ts'
`,
  },
  {
    step: 4,
    path: 'tests/fixtures/rooms.ts',
    before: /^ {2}deleteRoom:/m,
    text: `  saveRoomNote: registered,
`,
  },
  {
    step: 4,
    path: 'tests/rooms/rights.test.ts',
    before: /^ {2}checkResource:/m,
    text: `  saveRoomNote: [school, async (agent) => agent.saveRoomNote({ roomId: await room(), text: 'Cold' })],
`,
  },
  {
    step: 4,
    path: 'tests/rooms/notes.test.ts',
    text: `import { beforeAll, describe, expect, it } from 'vitest'
import { RoomNotFound } from '../../functions/rooms/failures.ts'
import { roomNote } from '../../functions/rooms/repository.ts'
import { type PlannedCampus, plannedCampus } from '../planning/people.ts'
import { refused } from '../support/agent.ts'

let p: PlannedCampus

beforeAll(async () => {
  p = await plannedCampus()
  await p.dean.device.createRoom({ name: 'Studio' })
})

describe('a note about a room', () => {
  it('is kept for who wrote it, and goes with its text', async () => {
    const { device, user } = p.c.owner
    const kept = () => p.w.table().get(roomNote, { userId: user._id, roomId: 'studio' })
    expect((await device.saveRoomNote({ roomId: 'Studio', text: 'Cold' })).status).toBe(200)
    expect(await kept()).toMatchObject({ text: 'Cold' })
    await device.saveRoomNote({ roomId: 'Studio', text: '' })
    expect(await kept()).toBeUndefined()
  })

  it('is about a room of the list', async () => {
    expect(await p.c.owner.device.saveRoomNote({ roomId: 'Cave', text: 'Dark' })).toMatchObject(
      refused(RoomNotFound),
    )
  })
})
`,
  },
  {
    step: 6,
    path: 'functions/exports/kinds.ts',
    before: /^ {2}'RoomDay',/m,
    text: `  'RoomNote',
`,
  },
  {
    step: 6,
    path: 'functions/exports/map.ts',
    before: "    ...below('AFFILIATED#{email}'",
    text: `    ...below('U#{id}#ROOMNOTES', fields),
`,
  },
  {
    step: 6,
    path: 'functions/rooms/personal-data.ts',
    text: `import { firstRows, maxErasedPerPage, type PersonalData } from '../../lib/personal-data.ts'
import { roomNote } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'roomNotes',
    of: 'school',
    entities: ['RoomNote'],
    holds: 'Notes that you keep about rooms',
    removed: 'Within minutes',
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      const keyParams = { userId: user.id }
      const { items } = await firstRows((limit, cursor) => table.list(roomNote, { keyParams, limit, cursor }))
      return { rows: items.map(({ roomId, text }) => ({ roomId, text })) }
    },
    async erase({ userId }, table) {
      const { items, cursor } = await table.list(roomNote, { keyParams: { userId }, limit: maxErasedPerPage })
      await Promise.all(items.map((row) => table.remove(roomNote, row)))
      return cursor !== undefined
    },
  },
]
`,
  },
  {
    step: 6,
    path: 'functions/privacy/registry.ts',
    before: 'import { personalData as saml }',
    text: `import { personalData as rooms } from '../rooms/personal-data.ts'
`,
  },
  {
    step: 6,
    path: 'functions/privacy/registry.ts',
    before: '  ...analytics,',
    text: `  ...rooms,
`,
  },
]
