import * as z from 'zod/mini'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { data } from '../../../lib/contract/reply.ts'
import {
  AlreadyAssigned,
  AlreadySignedUp,
  BadShift,
  EventChanged,
  EventNotFound,
  JobNotFound,
  NotActiveMember,
  OwnSignupOnly,
  RoleFull,
  ShiftOverlap,
  SignupDecided,
  SignupNotFound,
  SignupOverlap,
  TooManyShifts,
} from './failures.ts'
import { event, organizer, place, rows } from './places.ts'
import { Paged, SignupDraft, SignupView } from './shapes.ts'

const signups = `${event}/volunteer-signups` as const

/** Offers to do a job. */
export const signupRows = rows({
  createVolunteerSignup: {
    summary:
      'Offers to do a job: members of an organization of the event, or anybody where it is open to all',
    method: 'POST',
    path: signups,
    access: 'member',
    body: SignupDraft,
    reply: data(z.object({ signup: SignupView }), 'Volunteer signup created successfully', { status: 201 }),
    fails: [
      EventNotFound,
      JobNotFound,
      BadShift,
      AlreadySignedUp,
      SignupOverlap,
      TooManyShifts,
      RoleFull,
      OrgInactive,
      EventChanged,
    ],
    example: { as: 'ada', path: place, body: { roleId: 'demo-job' } },
  },
  listVolunteerSignups: {
    summary: 'Offers to do jobs of an event',
    method: 'GET',
    path: signups,
    access: organizer,
    query: z.object(Paged),
    reply: data(z.object({ signups: z.array(SignupView), nextCursor: z.optional(z.string()) })),
    fails: [EventNotFound],
    example: { as: 'ada', path: place },
  },
  decideVolunteerSignup: {
    summary: 'Approves an offer, which assigns, or rejects it; its owner cancels it',
    method: 'PUT',
    path: `${signups}/:signupId`,
    access: 'caller',
    body: z.object({ status: z.enum(['approved', 'rejected', 'cancelled']) }),
    reply: data(z.object({ signup: SignupView }), 'Volunteer signup updated successfully'),
    fails: [
      EventNotFound,
      SignupNotFound,
      SignupDecided,
      OwnSignupOnly,
      NotActiveMember,
      AlreadyAssigned,
      RoleFull,
      ShiftOverlap,
      TooManyShifts,
      JobNotFound,
      OrgInactive,
      EventChanged,
    ],
    example: { as: 'ada', path: { ...place, signupId: 'demo-signup' }, body: { status: 'approved' } },
  },
})
