import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { createEventForm, deleteEventForm, getForm, listEventForms, updateEventForm } from './form.ts'
import { listFormResponses } from './responses.ts'
import { submitFormResponse } from './submission.ts'

export const operations: Operations<typeof contract> = {
  getForm,
  submitFormResponse,
  listFormResponses,
  listEventForms,
  createEventForm,
  updateEventForm,
  deleteEventForm,
}
