import * as z from 'zod/mini'
import { forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { AddressUnproven, NotAMember } from '../../lib/contract/failures.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { type Limit, mailLimits } from '../../lib/contract/limit.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { permissionRequired } from '../../lib/contract/permissions.ts'
import { data } from '../../lib/contract/reply.ts'
import { declare, form } from '../../lib/contract/row.ts'
import { hours, minutes } from '../../lib/contract/time.ts'
import { MessagingOff, OrgPending, textRules } from '../messages/contract.ts'
import { NewAnnouncement } from './draft.ts'
import { AnnouncementForReader, AnnouncementView, RecipientView } from './shapes.ts'

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const NotPermitted = permissionRequired('manage_events')
export const AnnouncementsOff = forbidden(
  'Event announcements are not enabled at this school',
  'EVENT_ANNOUNCEMENTS_DISABLED',
)
/** The operation's message has the number of days. */
export const TooEarly = forbidden(
  'It is too early to announce this event. Try again closer to its start.',
  'ANNOUNCEMENTS_NOT_YET_ALLOWED',
)
export const NoChannel = invalid('Choose at least one channel', 'CHANNEL_REQUIRED')
export const TooManyAttachments = invalid('You can attach at most three files', 'ATTACHMENTS_TOO_MANY')
export const UnsupportedAttachment = invalid(
  'Attach PDF files of at most 10 MB each',
  'ATTACHMENT_UNSUPPORTED',
)
export const UploadNotFound = notFound('Upload not found. Upload the file first.', 'UPLOAD_NOT_FOUND')

/** For each file in a request; larger files are uploaded separately. */
const mostFormBytes = 4 * 1024 * 1024
export const mostAttachmentBytes = 10 * 1024 * 1024
export const uploadSeconds = 15 * minutes

/** By organization: mails to all attendees are not for frequent use. */
export const announcingLimits = {
  announcement: { max: 10, seconds: hours },
  upload: { max: 60, seconds: hours },
} as const

const named = (receivers: string, limits: Readonly<Record<string, Limit>>): Record<string, Limit> =>
  Object.fromEntries(Object.entries(limits).map(([by, limit]) => [`${by}, ${receivers}`, limit]))

const access = { org: 'send_announcements' } as const
const event = '/org-messages/:orgId/events/:eventId'
const sample = { orgId: 'demo-org-chess', eventId: 'demo-event' }
const Page = z.strictObject(PageQuery)

export const contract = declare('announcements', 'Announcements to the attendees of an event', {
  announce: {
    summary: 'Send an announcement to the attendees of an event, with up to three files',
    publishes: true,
    method: 'POST',
    consequence: 'mass-message',
    path: `${event}/announcements`,
    creates: createRepeatSeconds,
    access,
    begins: true,
    body: form(NewAnnouncement, ['attachments', 'attachments2', 'attachments3'], mostFormBytes),
    reply: data(AnnouncementView, 'Event announcement sent successfully', { status: 201 }),
    fails: [
      NotAMember,
      EventNotFound,
      MessagingOff,
      AnnouncementsOff,
      OrgPending,
      TooEarly,
      NoChannel,
      ...textRules,
      TooManyAttachments,
      UploadNotFound,
      UnsupportedAttachment,
      AddressUnproven,
    ],
    limits: {
      organization: announcingLimits.announcement,
      ...named('to people of the event', mailLimits.participants),
      ...named('to further addresses', mailLimits.typed),
    },
    costs: { depth: 3, read: 8, write: 16 },
    example: {
      as: 'ada',
      path: sample,
      headers: { 'content-type': 'application/json' },
      body: { subject: 'Bring a board', content: 'We are short of boards: please bring one.' },
    },
  },
  listAnnouncements: {
    summary: 'List the announcements that an organization sent for an event, newest first',
    method: 'GET',
    path: `${event}/announcements`,
    access,
    query: Page,
    reply: data(z.object({ announcements: z.array(AnnouncementView), nextCursor: z.optional(z.string()) })),
    fails: [EventNotFound],
    costs: { depth: 3, read: 6.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  listAnnouncementRecipients: {
    summary: 'List the people an announcement would reach now',
    method: 'GET',
    path: `${event}/announcement-recipients`,
    access,
    query: Page,
    reply: data(
      z.object({
        recipients: z.array(RecipientView),
        /** On this page only. */
        anonymousWithNoEmailCount: z.number(),
        nextCursor: z.optional(z.string()),
      }),
    ),
    fails: [EventNotFound],
    costs: { depth: 3, read: 6.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  listEventAnnouncements: {
    summary: 'List the announcements of an event that were addressed to the caller, newest first',
    method: 'GET',
    path: '/events/:eventId/announcements',
    access: 'caller',
    query: Page,
    reply: data(
      z.object({ announcements: z.array(AnnouncementForReader), nextCursor: z.optional(z.string()) }),
    ),
    fails: [EventNotFound, NotPermitted],
    costs: { depth: 3, read: 8, write: 0 },
    example: { as: 'ada', path: { eventId: 'demo-event' } },
  },
  requestAnnouncementUpload: {
    summary: 'Get an upload address for a larger file of an announcement',
    publishes: true,
    method: 'POST',
    path: `${event}/announcement-uploads`,
    creates: 'each',
    access,
    consequence: 'none',
    begins: true,
    body: z.strictObject({
      type: z.literal('application/pdf'),
      size: z.int().check(z.minimum(1), z.maximum(mostAttachmentBytes)),
    }),
    reply: data(
      z.object({ uploadId: z.string(), uploadUrl: z.string(), expiresAt: z.string() }),
      'Upload the file to uploadUrl with PUT, then send its uploadId with the announcement',
      { status: 201 },
    ),
    fails: [EventNotFound],
    limits: { upload: announcingLimits.upload },
    costs: { depth: 3, read: 5, write: 1 },
    example: { as: 'ada', path: sample, body: { type: 'application/pdf', size: 5_000_000 } },
  },
})
