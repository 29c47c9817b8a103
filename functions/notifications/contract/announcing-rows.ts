import * as z from 'zod/mini'
import { AddressUnproven } from '../../../lib/contract/failures.ts'
import { LanguageTag } from '../../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../../lib/contract/idempotency.ts'
import { mailLimits } from '../../../lib/contract/limit.ts'
import { OrgPendingApproval } from '../../../lib/contract/org-rules.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, flat } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { hours } from '../../../lib/contract/time.ts'
import { RecipientNotFound, RoleNotFound, UnknownOperation, WordsRequired } from './failures.ts'
import {
  NewBatch,
  NewNotification,
  NewOrganizationNotification,
  NewSystemNotification,
  NotificationView,
  OrganizationEntryView,
} from './shapes.ts'

const started = z.object({ batchId: z.string(), count: z.optional(z.number()) })
const notice = { title: 'Library closed', message: 'The library closes at noon on Friday.' }

/** A limit for each organization, because mail and push to all of its people are not for chatting. */
export const organizationLimits = { organization: { max: 20, seconds: hours } } as const

/** Entries on an organization's page, for its members. */
export const organizationEntryRows = {
  listOrganizationEntries: {
    summary: "List the school's notices to an organization, newest first; a notice expires after 30 days",
    method: 'GET',
    path: '/notifications/org/:orgId',
    aliases: ['/api/notifications/org/:orgId'],
    access: { org: 'member' },
    query: z.strictObject({
      limit: PageQuery.limit,
      cursor: PageQuery.cursor,
      locale: z.optional(LanguageTag),
    }),
    reply: flat(z.object({ data: z.array(OrganizationEntryView), nextCursor: z.optional(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, query: { limit: '20' } },
  },
} as const satisfies Rows

/** Operations that create notifications: for administrators, and for members who manage the organization's members. */
export const announcingRows = {
  createNotification: {
    summary: 'Send a notification to one person',
    method: 'POST',
    path: '/notifications',
    creates: createRepeatSeconds,
    aliases: ['/api/notifications'],
    access: 'admin',
    consequence: 'mass-message',
    body: NewNotification,
    reply: data(NotificationView, 'Notification created', { status: 201 }),
    fails: [RecipientNotFound, WordsRequired, UnknownOperation, AddressUnproven],
    limits: mailLimits.people,
    costs: { depth: 8, read: 7, write: 9 },
    example: { as: 'root', body: { recipient: 'demo-user-ada', ...notice } },
  },
  createNotificationBatch: {
    summary: 'Send a notification to up to 1000 people',
    method: 'POST',
    path: '/notifications/batch',
    creates: createRepeatSeconds,
    aliases: ['/api/notifications/batch'],
    access: 'admin',
    consequence: 'mass-message',
    body: NewBatch,
    reply: data(started, 'Notifications are being sent', { status: 201 }),
    fails: [WordsRequired, UnknownOperation, AddressUnproven],
    limits: mailLimits.people,
    costs: { depth: 3, read: 2.5, write: 7 },
    example: { as: 'root', body: { recipients: ['demo-user-ada'], ...notice } },
  },
  createSystemNotification: {
    summary: 'Send a notification to all members of the school',
    method: 'POST',
    path: '/notifications/system',
    creates: createRepeatSeconds,
    aliases: ['/api/notifications/system'],
    access: 'admin',
    consequence: 'mass-message',
    body: NewSystemNotification,
    reply: data(started, 'Notifications are being sent', { status: 201 }),
    fails: [WordsRequired, UnknownOperation, AddressUnproven],
    limits: mailLimits.people,
    costs: { depth: 3, read: 2.5, write: 7 },
    example: { as: 'root', body: notice },
  },
  createOrganizationNotification: {
    summary: "Send a notification to an organization's other active members, or to those with given roles",
    method: 'POST',
    path: '/notifications/org/:orgId',
    creates: createRepeatSeconds,
    aliases: ['/api/notifications/org/:orgId'],
    access: { org: 'manage_members' },
    consequence: 'mass-message',
    begins: true,
    body: NewOrganizationNotification,
    reply: data(started, 'Notifications are being sent', { status: 201 }),
    fails: [RoleNotFound, AddressUnproven, OrgPendingApproval],
    limits: { ...mailLimits.participants, 'organization, by any way': organizationLimits.organization },
    costs: { depth: 6, read: 6, write: 8 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess' },
      body: {
        title: 'No practice',
        message: 'The hall is closed this week.',
        type: 'org',
        roles: ['officer'],
      },
    },
  },
} as const satisfies Rows
