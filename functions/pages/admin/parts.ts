import type { ConsoleLink } from '../layout/sidebar.ts'
import { msg } from '../locale.ts'
import type { PartOf } from './admin.ts'

type Load = () => Promise<PartOf>
type Section = {
  readonly text: string
  readonly icon: ConsoleLink['icon']
  /** Parts by the name that their address has; the first opens with the section. */
  readonly parts: Readonly<Record<string, readonly [text: string, load: Load]>>
}

/** The admin console: sections at the side, each with its parts. */
export const sections: readonly Section[] = [
  {
    text: msg('Approvals'),
    icon: 'check',
    parts: {
      waits: [msg('Approvals'), async () => (await import('./approvals.ts')).approvalsPart],
      budgets: [msg('Budgets'), async () => (await import('./clubs.ts')).financePart],
      approvers: [msg('Approvers'), async () => (await import('./approvers.ts')).approversPart],
      flow: [msg('Approval steps'), async () => (await import('./flow.ts')).flowPart],
      decided: [msg('Decided'), async () => (await import('../approvals/decided.ts')).decidedPart],
      groups: [msg('Club approvers'), async () => (await import('../approvals/groups.ts')).groupsPart],
      simulate: [
        msg('Test an event'),
        async () => (await import('../approvals/simulation.ts')).simulationPart,
      ],
      domain: [
        msg('Department or facility'),
        async () => (await import('../approvals/domain.ts')).domainPart,
      ],
    },
  },
  {
    text: msg('Clubs'),
    icon: 'people',
    parts: {
      orgs: [msg('All clubs'), async () => (await import('./organizations.ts')).orgsPart],
      clubs: [msg('Requests'), async () => (await import('./clubs.ts')).clubsPart],
      renewal: [msg('Yearly renewal'), async () => (await import('../club-admin/renewal.ts')).renewalPart],
      templates: [msg('Budget templates'), async () => (await import('../school/finance.ts')).templatesPart],
      welcome: [msg('Welcome text'), async () => (await import('../club-admin/welcome.ts')).welcomePart],
      'org-events': [
        msg('Events of a club'),
        async () => (await import('../club-admin/event-ranks.ts')).rankingPart,
      ],
      'org-group': [
        msg('Approval group'),
        async () => (await import('../club-admin/approval-group.ts')).approvalGroupPart,
      ],
    },
  },
  {
    text: msg('Events'),
    icon: 'calendar',
    parts: {
      events: [msg('All events'), async () => (await import('./events.ts')).eventsPart],
      form: [msg('Event form'), async () => (await import('../school/event-form.ts')).eventFormPart],
      registrations: [
        msg('Registrations'),
        async () => (await import('../school/registrations.ts')).registrationsPart,
      ],
    },
  },
  {
    text: msg('People'),
    icon: 'user',
    parts: {
      people: [msg('People'), async () => (await import('./people.ts')).peoplePart],
      notify: [
        msg('Notify people'),
        async () => (await import('../school/notification.ts')).notificationPart,
      ],
      announce: [msg('Announcements'), async () => (await import('./events.ts')).announcePart],
      roster: [msg('Roster'), async () => (await import('./roster.ts')).rosterPart],
    },
  },
  {
    text: msg('Rooms'),
    icon: 'room',
    parts: {
      rooms: [msg('Rooms'), async () => (await import('./rooms.ts')).roomsPart],
      closed: [msg('Closed periods'), async () => (await import('./rooms.ts')).closedPart],
    },
  },
  {
    text: msg('Insights'),
    icon: 'chart',
    parts: {
      numbers: [msg('Insights'), async () => (await import('./numbers.ts')).numbersPart],
      audit: [msg('Audit log'), async () => (await import('./audit.ts')).auditPart],
    },
  },
  {
    text: msg('Settings'),
    icon: 'settings',
    parts: {
      settings: [msg('School'), async () => (await import('./settings.ts')).settingsPart],
      front: [msg('Front page'), async () => (await import('../school/front-text.ts')).frontTextPart],
      domains: [msg('Mail domains'), async () => (await import('./domains.ts')).domainsPart],
      exports: [msg('Exports'), async () => (await import('./exports.ts')).exportsPart],
      door: [msg('Sign-in rules'), async () => (await import('./policy.ts')).checkInPart],
      'sign-in': [msg('Identity provider'), async () => (await import('./sign-in.ts')).signInPart],
      identity: [msg('Identity attribute'), async () => (await import('./identity.ts')).identityPart],
      migration: [msg('Migration period'), async () => (await import('./migration.ts')).migrationPart],
    },
  },
]

/** Parts that another part opens, so they have no tab. */
export const openedFrom: Readonly<Record<string, string>> = {
  identity: 'sign-in',
  migration: 'sign-in',
  domain: 'approvers',
  simulate: 'flow',
  registrations: 'events',
  'org-events': 'orgs',
  'org-group': 'orgs',
}
