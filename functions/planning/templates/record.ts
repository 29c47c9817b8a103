import * as z from 'zod/mini'
import { entity } from '../../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../../lib/table/lists/numbered.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'

const text = z.string()

/** A pattern for events of an organization. `templateData` holds fields of an event by their own names. */
export const EventTemplate = z.object({
  orgId: text,
  id: text,
  name: text,
  description: text,
  createdBy: text,
  templateData: z.record(text, z.unknown()),
  isActive: z.boolean(),
  usageCount: z.number(),
  lastUsed: z.nullable(text),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type EventTemplate = z.infer<typeof EventTemplate>
export const eventTemplate = entity('EventTemplate', EventTemplate, {
  scope: 'tenant',
  pk: 'ORG#{orgId}#TPL',
  sk: '{id}',
  gsi1: {
    pk: 'ORG#{orgId}#TPL#active',
    sk: '{id}',
    when: ({ isActive }: Pick<EventTemplate, 'isActive'>) => isActive,
  },
})

/** How many templates of an organization are active. */
const TemplateCount = z.object({ orgId: text, active: z.number() })
export const templateCount = entity('TemplateCount', TemplateCount, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'TPLCOUNT',
})

export const mostTemplates = 100

export const findTemplate = (table: Table, orgId: string, id: string): Promise<EventTemplate | undefined> =>
  table.get(eventTemplate, { orgId, id }, { strong: true })

/** Newest first; those that were deleted too, if asked for. */
export const listTemplates = (table: Table, orgId: string, all: boolean, numbered: Numbered) =>
  listNumbered(
    table,
    eventTemplate,
    { ...(all ? {} : { index: 'gsi1' as const }), holes: { orgId }, descending: true },
    numbered,
  )

/** A template, new or under the version it was read at, and the number of active ones, which is refused beyond 100. */
export const templateWrites = (before: EventTemplate | undefined, after: EventTemplate): readonly Write[] => {
  const by = Number(after.isActive) - Number(before?.isActive ?? false)
  const { orgId } = after
  const most = by > 0 ? { below: { active: mostTemplates } } : {}
  const version = (before?.version ?? 0) + 1
  return [
    put(
      eventTemplate,
      { ...after, version },
      before ? { equals: { version: before.version } } : { absent: true },
    ),
    ...(by === 0
      ? []
      : [
          update(
            templateCount,
            { orgId },
            { set: { orgId }, add: { active: by } },
            { orAbsent: true, ...most },
          ),
        ]),
  ]
}

/** Counts that an event was made from a template, as long as it is active. */
export const usedWrite = ({ orgId, id }: Pick<EventTemplate, 'orgId' | 'id'>, at: string): Write =>
  update(
    eventTemplate,
    { orgId, id },
    { set: { lastUsed: at }, add: { usageCount: 1, version: 1 } },
    { exists: true, equals: { isActive: true } },
  )
