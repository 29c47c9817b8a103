import { fail } from '../../lib/contract/failure.ts'
import type { Operation } from '../../lib/operation.ts'
import { FormNotFound } from '../form-records/contract.ts'
import {
  createOrgForm,
  eventMark,
  findFormFor,
  findOwnerName,
  formViewOf,
  listOrgForms,
  submitterMarkOf,
  updateOrgForm,
} from '../form-records/index.ts'
import type { contract } from './contract.ts'
import { deleteOrgForm } from './removal.ts'

type Rows = (typeof contract)['rows']

export const getForm: Operation<Rows['getForm']> = async ({ id, eventId }, { table, caller }) => {
  const person = submitterMarkOf(caller)
  const mark = person === undefined || !eventId ? person : eventMark(eventId, person)
  const { form, answered } = await findFormFor(table, id, mark)
  if (!form) return fail(FormNotFound)
  const name = await findOwnerName(table, form)
  // A form of a deleted organization counts as deleted.
  if (name === undefined && form.formOwnerType === 'Org') fail(FormNotFound)
  return {
    form: formViewOf(form),
    ownerInfo: name === undefined ? null : { name, type: form.formOwnerType },
    hasSubmitted: answered,
    isAuthenticated: caller !== undefined,
  }
}

export const listEventForms: Operation<Rows['listEventForms']> = async (input, context) => {
  const { forms: data, nextCursor } = await listOrgForms(input, context)
  return { data, nextCursor }
}

export const createEventForm: Operation<Rows['createEventForm']> = (input, context) =>
  createOrgForm(input, context, 'event')

export const updateEventForm: Operation<Rows['updateEventForm']> = (input, context) =>
  updateOrgForm(input, context)

export const deleteEventForm: Operation<Rows['deleteEventForm']> = async (input, context) => {
  await deleteOrgForm(input, context)
  return undefined
}
