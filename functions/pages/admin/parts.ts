import type { ConsoleLink } from '../layout/sidebar.ts'
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
    text: 'Approvals',
    icon: 'check',
    parts: {
      waits: ['Approvals', async () => (await import('./approvals.ts')).approvalsPart],
      approvers: ['Approvers', async () => (await import('./approvers.ts')).approversPart],
      flow: ['Approval steps', async () => (await import('./flow.ts')).flowPart],
      decided: ['Decided', async () => (await import('../approvals/decided.ts')).decidedPart],
      groups: ['Clubs that decide', async () => (await import('../approvals/groups.ts')).groupsPart],
      simulate: ['Test an event', async () => (await import('../approvals/simulation.ts')).simulationPart],
      domain: ['Domain', async () => (await import('../approvals/domain.ts')).domainPart],
    },
  },
  {
    text: 'Clubs',
    icon: 'people',
    parts: {
      orgs: ['All clubs', async () => (await import('./organizations.ts')).orgsPart],
      clubs: ['Requests', async () => (await import('./clubs.ts')).clubsPart],
      renewal: ['Yearly renewal', async () => (await import('../club-admin/renewal.ts')).renewalPart],
      budgets: ['Budgets', async () => (await import('./clubs.ts')).financePart],
      templates: ['Budget templates', async () => (await import('../school/finance.ts')).templatesPart],
      welcome: ['Welcome text', async () => (await import('../club-admin/welcome.ts')).welcomePart],
      'org-events': [
        'Events of a club',
        async () => (await import('../club-admin/event-ranks.ts')).rankingPart,
      ],
      'org-group': [
        'Approval group',
        async () => (await import('../club-admin/approval-group.ts')).approvalGroupPart,
      ],
    },
  },
  {
    text: 'Events',
    icon: 'calendar',
    parts: {
      events: ['All events', async () => (await import('./events.ts')).eventsPart],
      form: ['Event form', async () => (await import('../school/event-form.ts')).eventFormPart],
      registrations: [
        'Registrations',
        async () => (await import('../school/registrations.ts')).registrationsPart,
      ],
      announce: ['Announcements', async () => (await import('./events.ts')).announcePart],
    },
  },
  {
    text: 'People',
    icon: 'user',
    parts: {
      people: ['People', async () => (await import('./people.ts')).peoplePart],
      notify: ['Notify people', async () => (await import('../school/notification.ts')).notificationPart],
      roster: ['Roster', async () => (await import('./roster.ts')).rosterPart],
    },
  },
  {
    text: 'Rooms',
    icon: 'room',
    parts: {
      rooms: ['Rooms', async () => (await import('./rooms.ts')).roomsPart],
      closed: ['Closed periods', async () => (await import('./rooms.ts')).closedPart],
    },
  },
  {
    text: 'Insights',
    icon: 'chart',
    parts: {
      numbers: ['Insights', async () => (await import('./numbers.ts')).numbersPart],
      audit: ['Audit log', async () => (await import('./audit.ts')).auditPart],
    },
  },
  {
    text: 'Settings',
    icon: 'settings',
    parts: {
      settings: ['School', async () => (await import('./settings.ts')).settingsPart],
      domains: ['Mail domains', async () => (await import('./domains.ts')).domainsPart],
      exports: ['Exports', async () => (await import('./exports.ts')).exportsPart],
      door: ['Sign-in rules', async () => (await import('./policy.ts')).checkInPart],
      'sign-in': ['Identity provider', async () => (await import('./sign-in.ts')).signInPart],
      identity: ['Identity attribute', async () => (await import('./identity.ts')).identityPart],
      migration: ['Migration period', async () => (await import('./migration.ts')).migrationPart],
    },
  },
]

/** Parts that another part opens, so they have no tab. */
export const openedFrom: Readonly<Record<string, string>> = {
  identity: 'sign-in',
  migration: 'sign-in',
  domain: 'approvers',
  registrations: 'events',
  'org-events': 'orgs',
  'org-group': 'orgs',
}
