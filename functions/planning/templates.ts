import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange, NotAMember } from '../../lib/contract/failures.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Operation } from '../../lib/operation.ts'
import { entity } from '../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { otherwise, replace, update, type Write } from '../../lib/table/write.ts'
import { plannedView } from '../events/index.ts'
import { TemplateNotFound, TooManyTemplates } from './contract/failures.ts'
import { EventFields } from './contract/request-bodies.ts'
import type { contract } from './contract.ts'
import { makeEvent } from './create/creation.ts'
import { refuseIncomplete } from './create/event-record.ts'
import { readFields } from './create/fields.ts'
import { placeToFollow } from './create/place.ts'

const text = z.string()

/** An event template of an organization. `templateData` holds event fields under their own names. */
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
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}#TPL',
  sk: '{id}',
  gsi1: {
    pk: 'ORG#{orgId}#TPL#active',
    sk: '{id}',
    when: ({ isActive }: Pick<EventTemplate, 'isActive'>) => isActive,
  },
})

/** Number of active templates of an organization. */
const TemplateCount = z.object({ orgId: text, active: z.number() })
export const templateCount = entity('TemplateCount', TemplateCount, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'TPLCOUNT',
})

export const maxTemplates = 100

const findTemplate = (table: Table, orgId: string, id: string): Promise<EventTemplate | undefined> =>
  table.get(eventTemplate, { orgId, id }, { strong: true })

/** Newest first. Deleted templates are included on request. */
const listTemplates = (table: Table, orgId: string, all: boolean, numbered: Numbered) =>
  listNumbered(
    table,
    eventTemplate,
    { ...(all ? {} : { index: 'gsi1' as const }), keyParams: { orgId }, descending: true },
    numbered,
  )

/** Writes a template, new or conditional on its version, and the count of active ones. The count may not exceed 100. */
const templateWrites = (before: EventTemplate | undefined, after: EventTemplate): readonly Write[] => {
  const by = Number(after.isActive) - Number(before?.isActive ?? false)
  const { orgId } = after
  const most = by > 0 ? { below: { active: maxTemplates }, else: TooManyTemplates } : {}
  return [
    otherwise(replace(eventTemplate, before, after), ConcurrentChange),
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

/** Counts a use of a template, on condition that it is active. */
const templateUseWrite = ({ orgId, id }: Pick<EventTemplate, 'orgId' | 'id'>, at: string): Write =>
  update(
    eventTemplate,
    { orgId, id },
    { set: { lastUsed: at }, add: { usageCount: 1, version: 1 } },
    { exists: true, equals: { isActive: true } },
  )

type Rows = (typeof contract)['rows']

const actorIdOf = ({ caller }: Context<{ org: 'manage_events' }>): string =>
  caller.tenantUserId ?? caller.globalUserId ?? ''

const viewOf = ({ id, version: _, ...template }: EventTemplate) => ({ ...template, _id: id })

const saveTemplate = async (
  before: EventTemplate | undefined,
  after: EventTemplate,
  { table }: Context<{ org: 'manage_events' }>,
): Promise<EventTemplate> => {
  await table.commit(templateWrites(before, after))
  return after
}

/** The event fields that a template may hold: all except times. */
const dataOf = (sent: Readonly<Record<string, unknown>>): EventTemplate['templateData'] => {
  const { name, ...rest } = sent
  const named = name === '' ? rest : sent
  const { start_time: _, end_time: __, date: ___, time: ____, ...fields } = readFields(named)
  return fields
}

export const createEventTemplate: Operation<Rows['createEventTemplate']> = async (
  { orgId, name, description = '', templateData },
  context,
) => {
  refuseIncomplete([
    ['name', name],
    ['templateData', templateData],
  ])
  const at = context.now().toISOString()
  const fresh: EventTemplate = {
    orgId,
    id: context.newId(),
    name: name ?? '',
    description: description ?? '',
    createdBy: actorIdOf(context),
    templateData: dataOf(templateData ?? {}),
    isActive: true,
    usageCount: 0,
    lastUsed: null,
    createdAt: at,
    updatedAt: at,
    version: 0,
  }
  return viewOf(await saveTemplate(undefined, fresh, context))
}

export const listEventTemplates: Operation<Rows['listEventTemplates']> = async (
  { orgId, includeInactive, ...asked },
  { table },
) => {
  const numbered = { ...pageOf(asked), ...(asked.limit === undefined ? { limit: 100 } : {}) }
  const { items, cursor } = await listTemplates(table, orgId, includeInactive === 'true', numbered)
  return { data: items.map(viewOf), nextCursor: cursor }
}

const requireTemplate = async (
  context: Context<{ org: 'manage_events' }>,
  orgId: string,
  id: string,
): Promise<EventTemplate> => (await findTemplate(context.table, orgId, id)) ?? fail(TemplateNotFound)

export const updateEventTemplate: Operation<Rows['updateEventTemplate']> = async (
  { orgId, templateId, name, description, templateData, isActive },
  context,
) => {
  const before = await requireTemplate(context, orgId, templateId)
  const after: EventTemplate = {
    ...before,
    name: name ?? before.name,
    description: description ?? before.description,
    isActive: isActive ?? before.isActive,
    templateData:
      templateData === undefined ? before.templateData : { ...before.templateData, ...dataOf(templateData) },
    updatedAt: context.now().toISOString(),
  }
  return viewOf(await saveTemplate(before, after, context))
}

/** Marks a template as deleted. It remains stored, and lists leave it out. */
export const deleteEventTemplate: Operation<Rows['deleteEventTemplate']> = async (
  { orgId, templateId },
  context,
) => {
  const before = await requireTemplate(context, orgId, templateId)
  if (!before.isActive) fail(TemplateNotFound)
  await saveTemplate(before, { ...before, isActive: false, updatedAt: context.now().toISOString() }, context)
}

const requireActive = async (
  context: Context<{ org: 'manage_events' }>,
  orgId: string,
  id: string,
): Promise<EventTemplate> => {
  const template = await requireTemplate(context, orgId, id)
  return template.isActive ? template : fail(TemplateNotFound)
}

/** Merges the template's fields with the event's own, which win. */
const fieldsOf = ({ name, templateData }: EventTemplate, own: EventFields): EventFields => {
  const { duration: _, ...fields } = {
    name,
    location: placeToFollow,
    ...EventFields.parse(templateData),
    ...own,
  }
  return fields
}

/**
 * Creates an event from a template and submits it (rules/planning 36). `customizations` win over the template. Neither
 * can set fields that only the platform sets.
 */
export const createEventFromTemplate: Operation<Rows['createEventFromTemplate']> = async (
  { orgId, templateId, startTime, endTime, customizations = {} },
  context,
) => {
  refuseIncomplete([
    ['startTime', startTime],
    ['endTime', endTime],
  ])
  const { asDraft, ...custom } = customizations
  const { tenantUserId } = context.caller
  if (tenantUserId === null) return fail(NotAMember)
  const own = readFields({ ...custom, start_time: startTime, end_time: endTime })
  const member = { ...context, caller: { ...context.caller, tenantUserId } }
  const found = requireActive(context, orgId, templateId)
  const wish = {
    fields: found.then((template) => fieldsOf(template, own)),
    hostOrg: orgId,
    asDraft: asDraft === true || asDraft === 'true',
    more: () => [templateUseWrite({ orgId, id: templateId }, context.now().toISOString())],
  }
  return plannedView(await makeEvent(wish, member), context.now())
}
