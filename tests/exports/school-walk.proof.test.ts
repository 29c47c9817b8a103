import { beforeAll, describe, expect, it } from 'vitest'
import { exportedKinds } from '../../functions/exports/kinds.ts'
import { walkSchool } from '../../functions/exports/walk.ts'
import { type Kinds, nameOfItem, readKinds } from '../../infra/local/schools/file.ts'
import { rowsOf } from '../security/rows.ts'
import { handlerFor } from '../support/handlers.ts'
import { everySample, prepare, type Sample } from '../support/replay.ts'
import type { World } from '../support/world.ts'
import { inserted } from './school-notices.ts'

let kinds: Kinds

const walked = async (w: World): Promise<string[]> => {
  const walk = walkSchool(w.table(), '2030-01-01T00:00:00.000Z')
  const names: string[] = []
  for (let found = await walk.next(); found; found = await walk.next())
    if (found.entity !== 'Person') names.push(nameOfItem(kinds, found))
  return names
}

/** Everything that is taken along, what hangs below something deleted left out: that is gone from every list. */
const stored = async (w: World): Promise<string[]> => {
  const rows = (await rowsOf(w)).filter(({ pk }) => pk.startsWith(`T#${w.home}#`))
  const gone = rows
    .filter(({ entity, deletedAt }) => ['Organization', 'EventCard'].includes(entity) && deletedAt)
    .map(({ orgId, eventId }) => String(orgId ?? eventId))
  const forms = new Set(rows.filter(({ entity }) => entity === 'Form').map(({ formId }) => formId))
  // Forms are removed themselves, and what was asked by them a little later.
  const isOrphan = ({ entity, formId }: (typeof rows)[number]) =>
    ['FormVersion', 'FormResponse'].includes(entity) && !forms.has(formId)
  return rows
    .filter(
      (row) => exportedKinds.has(row.entity) && !gone.some((id) => row.pk.includes(id)) && !isOrphan(row),
    )
    .map(({ entity, ...fields }) => nameOfItem(kinds, { entity, fields }))
}

/** What is in the school when the sample of an operation has been carried out and the stream has brought it. */
const after = async (sample: Sample): Promise<World> => {
  const { place, invocation } = await prepare(sample)
  const handler = await handlerFor(sample.contract, place.w.runtime)
  await handler(invocation)
  await place.w.deliver(await inserted(place.w, place.w.home))
  return place.w
}

beforeAll(async () => {
  kinds = await readKinds()
})

describe('the walk through a school', () => {
  it.each(everySample)(
    'comes to everything that $name leaves there, once',
    async (sample) => {
      const w = await after(sample)
      const [names, all] = [await walked(w), await stored(w)]
      expect(names.length).toBe(new Set(names).size)
      expect(all.filter((name) => !names.includes(name))).toEqual([])
    },
    30_000,
  )
})
