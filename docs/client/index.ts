// Made by `npm run derive` from the route table; changes belong there.
import { admins } from './admins.ts'
import { agendas } from './agendas.ts'
import { analytics } from './analytics.ts'
import { announcements } from './announcements.ts'
import { approvals } from './approvals.ts'
import { attendance } from './attendance.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { budgets } from './budgets.ts'
import { calendars } from './calendars.ts'
import { checkins } from './checkins.ts'
import { documents } from './documents.ts'
import { emails } from './emails.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { forms } from './forms.ts'
import { impersonation } from './impersonation.ts'
import { invites } from './invites.ts'
import { jobs } from './jobs.ts'
import { management } from './management.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { operators } from './operators.ts'
import { organizations } from './organizations.ts'
import { passwords } from './passwords.ts'
import { planning } from './planning.ts'
import { plants } from './plants.ts'
import { platform } from './platform.ts'
import { privacy } from './privacy.ts'
import { providers } from './providers.ts'
import { rooms } from './rooms.ts'
import { saml } from './saml.ts'
import { sessions } from './sessions.ts'
import { stakeholders } from './stakeholders.ts'
import { tenants } from './tenants.ts'
import { users } from './users.ts'
import { verification } from './verification.ts'
import type { Settings } from './outcome.ts'
import { sender } from './send.ts'

export type * from './outcome.ts'
export { pages } from './pages.ts'
export type * from './schemas.ts'

const renewal = { method: 'POST', path: '/refresh-token', body: true, reads: 'done', open: true, tokens: 'top', renews: true } as const

/** The operations of one school, by domain. */
export const quad = (settings: Settings) => {
  const send = sender(settings, renewal)
  return {
    plants: plants(send),
    saml: saml(send),
    auth: auth(send),
    providers: providers(send),
    passwords: passwords(send),
    emails: emails(send),
    sessions: sessions(send),
    users: users(send),
    privacy: privacy(send),
    admins: admins(send),
    impersonation: impersonation(send),
    audit: audit(send),
    tenants: tenants(send),
    organizations: organizations(send),
    management: management(send),
    exports: exports(send),
    verification: verification(send),
    operators: operators(send),
    members: members(send),
    messages: messages(send),
    announcements: announcements(send),
    invites: invites(send),
    forms: forms(send),
    budgets: budgets(send),
    events: events(send),
    calendars: calendars(send),
    planning: planning(send),
    attendance: attendance(send),
    checkins: checkins(send),
    analytics: analytics(send),
    rooms: rooms(send),
    stakeholders: stakeholders(send),
    approvals: approvals(send),
    agendas: agendas(send),
    jobs: jobs(send),
    notifications: notifications(send),
    platform: platform(send),
    documents: documents(send),
  }
}
export type Quad = ReturnType<typeof quad>
