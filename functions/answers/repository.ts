import * as z from 'zod/mini'
import { type OrgMember, orgMember, orgRoles } from '../../lib/identity/org/organizations.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { entity, key } from '../../lib/table/entity.ts'
import { listNumbered, type Numbered } from '../../lib/table/lists/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { AnswerValue, Question } from './contract.ts'

const text = z.string()

const content = { title: text, description: text, questions: z.array(Question) }

/** A form as it is now. `contentVersion` names the version that new responses are given to. */
export const Form = z.object({
  formId: text,
  ...content,
  contentVersion: text,
  allowAnonymous: z.boolean(),
  collectGuestDetails: z.boolean(),
  allowMultipleResponses: z.boolean(),
  acceptingResponses: z.boolean(),
  headerColor: z.nullable(text),
  removedQuestions: z.array(Question),
  /** What people answer who join an organization is read by who manages members. */
  purpose: z.enum(['membership', 'event']),
  formOwner: text,
  formOwnerType: z.enum(['User', 'Org']),
  createdBy: text,
  /** Bytes of its largest version, which bounds a page of responses. */
  largest: z.number(),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type Form = z.infer<typeof Form>
export const form = entity('Form', Form, {
  expected: true,
  scope: 'tenant',
  pk: 'FORM#{formId}',
  sk: 'FORM',
  gsi1: {
    pk: 'ORG#{formOwner}#FORMS',
    sk: '{updatedAt}#{formId}',
    when: ({ formOwnerType }: { formOwnerType: string }) => formOwnerType === 'Org',
  },
})

/** What was asked once. Never changed, so that a response stays readable. */
export const FormVersion = z.object({ formId: text, contentVersion: text, ...content })
export type FormVersion = z.infer<typeof FormVersion>
export const formVersion = entity('FormVersion', FormVersion, {
  expected: true,
  scope: 'tenant',
  pk: 'FORM#{formId}',
  sk: 'V#{contentVersion}',
})

export const FormResponse = z.object({
  formId: text,
  id: text,
  contentVersion: text,
  answers: z.array(AnswerValue),
  /** A tenant user; a guest of the school has only a global id; neither for an anonymous response. */
  submittedBy: z.optional(text),
  globalSubmittedBy: z.optional(text),
  guestName: z.optional(text),
  guestEmail: z.optional(text),
  eventId: z.optional(text),
  purpose: z.optional(z.enum(['registration', 'feedback'])),
  /** Of feedback: the numbers of the event know of it. */
  counted: z.optional(z.boolean()),
  submittedAt: text,
})
export type FormResponse = z.infer<typeof FormResponse>
export const formResponse = entity('FormResponse', FormResponse, {
  scope: 'tenant',
  pk: 'FORM#{formId}#R',
  sk: 'R#{id}',
  gsi1: {
    pk: 'EV#{eventId}#FEEDBACK',
    sk: '{id}',
    when: ({ purpose }: { purpose?: string | undefined }) => purpose === 'feedback',
  },
  gsi2: { pk: 'EV#{eventId}#RESP', sk: '{id}' },
})

/** That somebody has answered a form. `person` is a kind and an id. */
export const FormAnswered = z.object({ formId: text, person: text, responseId: text })
export const formAnswered = entity('FormAnswered', FormAnswered, {
  scope: 'tenant',
  pk: 'FORM#{formId}#R',
  sk: 'BY#{person}',
})

export const findForm = (table: Table, formId: string) => table.get(form, { formId }, { strong: true })

/** What decides who somebody is to the organization that owns a form. */
export const findOrgFacts = async (table: Table, orgId: string, userId: string | null) => {
  const roles = key(orgRoles, { orgId })
  const own = userId === null ? [] : [key(orgMember, { orgId, userId })]
  const [found, member] = await table.batchGet([roles, ...own] as const, { strong: true })
  return { roles: found, member: member as OrgMember | undefined }
}

/** Whom a form belongs to, by the name that readers know; undefined when the owner is gone. */
export const findOwnerName = async (
  table: Table,
  { formOwner, formOwnerType }: Form,
): Promise<string | undefined> => {
  if (formOwnerType === 'User') return (await table.get(tenantUser, { id: formOwner }))?.name
  const card = await table.get(organization, { orgId: formOwner })
  return card?.deletedAt === undefined ? card?.org_name : undefined
}

/** The mark of somebody who answers a form for an event: for another one they may answer it again. */
export const eventMark = (eventId: string, person: string): string => `e-${eventId}-${person}`

/** The form and whether `person` has answered it. */
export const findFormFor = async (table: Table, formId: string, person: string | undefined) => {
  const wanted = key(form, { formId })
  if (person === undefined) return { form: (await table.batchGet([wanted]))[0], answered: false }
  const [found, mark] = await table.batchGet([wanted, key(formAnswered, { formId, person })])
  return { form: found, answered: mark !== undefined }
}

export const listForms = (table: Table, orgId: string, numbered: Numbered) =>
  listNumbered(table, form, { index: 'gsi1', keyParams: { formOwner: orgId }, descending: true }, numbered)

/** What people said of an event, newest first. */
export const listFeedback = (table: Table, eventId: string, numbered: Numbered) =>
  listNumbered(table, formResponse, { index: 'gsi1', keyParams: { eventId }, descending: true }, numbered)

/** Newest first. */
export const listResponses = (table: Table, formId: string, numbered: Numbered) =>
  listNumbered(table, formResponse, { keyParams: { formId }, descending: true }, numbered)

const versionOf = ({ formId, contentVersion, title, description, questions }: Form): FormVersion => ({
  formId,
  contentVersion,
  title,
  description,
  questions,
})

/** The writes that keep a form: `before` is what it was read as, undefined for a new one. */
export const formWrites = (before: Form | undefined, after: Form): readonly Write[] => [
  put(form, after, before ? { equals: { version: before.version } } : { absent: true }),
  ...(before?.contentVersion === after.contentVersion
    ? []
    : [put(formVersion, versionOf(after), { absent: true })]),
]

/** Whether whoever owns a form is there at this moment: an organization may be deleted. */
export const isOwnerActive = async (table: Table, { formOwner, formOwnerType }: Form): Promise<boolean> => {
  if (formOwnerType !== 'Org') return true
  const roles = await table.get(orgRoles, { orgId: formOwner }, { strong: true })
  return roles !== undefined && roles.deletedAt === undefined
}

/** The writes of a response. The mark comes first: where one response is all, it refuses a second one. */
export const responseWrites = (
  response: FormResponse,
  person: string | undefined,
  once: boolean,
): readonly Write[] => [
  ...(person === undefined
    ? []
    : [
        put(
          formAnswered,
          { formId: response.formId, person, responseId: response.id },
          once ? { absent: true } : {},
        ),
      ]),
  put(formResponse, response, { absent: true }),
]

/** Takes one response back. */
export const responseRemoval = ({ formId, id }: Pick<FormResponse, 'formId' | 'id'>): Write =>
  remove(formResponse, { formId, id })

/** Takes back what somebody answered to join, so that they may answer anew. */
export const applicationAnswerRemoval = (given: {
  readonly userId: string
  readonly formId?: string | undefined
  readonly formResponse?: string | undefined
}): readonly Write[] => {
  const { userId, formId, formResponse: id } = given
  if (formId === undefined || id === undefined) return []
  return [responseRemoval({ formId, id }), remove(formAnswered, { formId, person: `u-${userId}` })]
}

/** A response that was given for an event, by the index: whoever acts on it reads again what it leads to. */
export const findEventResponse = async (
  table: Table,
  eventId: string,
  id: string,
): Promise<FormResponse | undefined> => {
  const page = await table.list(formResponse, {
    index: 'gsi2',
    keyParams: { eventId },
    from: id,
    to: id,
    limit: 1,
  })
  return page.items[0]
}

type JoinedResponses = {
  readonly versions: ReadonlyMap<string, FormVersion>
  readonly people: ReadonlyMap<string, TenantUser>
}

/** What a page of responses names: the versions they were given to, and the people. */
export const joinResponses = async (
  table: Table,
  responses: readonly FormResponse[],
  current: Form,
): Promise<JoinedResponses> => {
  const numbers = new Set(responses.map(({ contentVersion }) => contentVersion))
  numbers.delete(current.contentVersion)
  const ids = [...new Set(responses.flatMap(({ submittedBy }) => submittedBy ?? []))]
  const { formId } = current
  const [versions, people] = await Promise.all([
    numbers.size === 0
      ? []
      : table.batchGet([...numbers].map((contentVersion) => key(formVersion, { formId, contentVersion }))),
    ids.length === 0 ? [] : table.batchGet(ids.map((id) => key(tenantUser, { id }))),
  ])
  const all = [versionOf(current), ...versions.flatMap((version) => version ?? [])]
  return {
    versions: new Map(all.map((version) => [version.contentVersion, version])),
    people: new Map(people.flatMap((user) => (user ? [[user.id, user] as const] : []))),
  }
}
