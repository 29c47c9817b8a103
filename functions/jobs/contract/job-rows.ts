import * as z from 'zod/mini'
import { data, done } from '../../../lib/contract/reply.ts'
import {
  BadShift,
  BelowFilled,
  EventChanged,
  EventNotFound,
  JobNotFound,
  RoleNameRequired,
  TemplateNotFound,
  TooManyJobs,
  UnknownAgendaItem,
} from './failures.ts'
import { event, organizer, place, rows } from './places.ts'
import { JobChange, JobDraft, JobView, JobWithPeople } from './shapes.ts'

const roles = `${event}/roles` as const
const sample = { ...place, roleId: 'demo-job' }

/** Jobs of an event, "roles" in paths. */
export const jobRows = rows({
  listEventJobs: {
    summary: 'Jobs of an event with whoever is assigned; the first 200 assignments of all',
    method: 'GET',
    path: roles,
    access: organizer,
    reply: data(z.object({ roles: z.array(JobWithPeople), assignmentsTruncated: z.boolean() })),
    fails: [EventNotFound],
    example: { as: 'ada', path: place },
  },
  createEventJob: {
    summary: 'Makes a job of an event, by a name or by a template; without times it takes those of the event',
    method: 'POST',
    path: roles,
    access: organizer,
    begins: true,
    body: JobDraft,
    reply: data(z.object({ role: JobView }), 'Event role created successfully', { status: 201 }),
    fails: [EventNotFound, TemplateNotFound, RoleNameRequired, BadShift, UnknownAgendaItem, TooManyJobs],
    example: { as: 'ada', path: place, body: { name: 'Usher', requiredCount: 2 } },
  },
  updateEventJob: {
    summary: 'Changes a job; shifts of the assigned follow within minutes',
    method: 'PUT',
    path: `${roles}/:roleId`,
    access: organizer,
    body: JobChange,
    reply: data(z.object({ role: JobView }), 'Event role updated successfully'),
    fails: [
      EventNotFound,
      JobNotFound,
      RoleNameRequired,
      BadShift,
      UnknownAgendaItem,
      BelowFilled,
      EventChanged,
    ],
    example: { as: 'ada', path: sample, body: { requiredCount: 3 } },
  },
  deleteEventJob: {
    summary: 'Removes a job; its assignments and sign-ups follow within minutes',
    method: 'DELETE',
    path: `${roles}/:roleId`,
    access: organizer,
    reply: done('Event role deleted successfully'),
    fails: [EventNotFound, JobNotFound],
    example: { as: 'ada', path: sample },
  },
})
