import type { IconName } from '../layout/page.ts'
import { msg } from '../locale.ts'
import type { Desk, PartOf } from './dashboard.ts'

type Needs = (desk: Desk) => boolean
type Part = {
  readonly text: string
  readonly needs: Needs
  readonly load: () => Promise<PartOf>
}
type Section = {
  readonly text: string
  readonly icon: IconName
  /** Parts by the name that their address has; the first that the reader may see opens with the section. */
  readonly parts: Readonly<Record<string, Part>>
}

const part = (text: string, needs: Needs | string, load: () => Promise<PartOf>): Part => ({
  text,
  needs: typeof needs === 'string' ? ({ may }) => may(needs) : needs,
  load,
})

/** Parts that plain members see too. */
export const everyMember: Needs = () => true
const isOwnerOrAdmin: Needs = ({ may, roles }) => may('all') || roles.includes('admin')
const mayRenew: Needs = ({ may }) => may('manage_roles') || may('manage_settings')

/** The manage page of a club: sections at the side, each with its parts. */
export const sections: readonly Section[] = [
  {
    text: msg('Members'),
    icon: 'people',
    parts: {
      members: part(msg('All members'), everyMember, async () => (await import('./members.ts')).membersPart),
      applications: part(
        msg('Applications'),
        'manage_members',
        async () => (await import('./applications.ts')).applicationsPart,
      ),
      invites: part(
        msg('Invitations'),
        'manage_members',
        async () => (await import('./invites.ts')).invitesPart,
      ),
      roles: part(msg('Roles'), 'view_roles', async () => (await import('./roles.ts')).rolesPart),
    },
  },
  {
    text: msg('Events'),
    icon: 'calendar',
    parts: {
      events: part(
        msg('Manage events'),
        'manage_events',
        async () => (await import('./events.ts')).eventsPart,
      ),
      upcoming: part(
        msg('Upcoming'),
        everyMember,
        async () => (await import('./next-events.ts')).upcomingPart,
      ),
      templates: part(
        msg('Templates'),
        'manage_events',
        async () => (await import('../templates/club.ts')).templatesPart,
      ),
      tasks: part(msg('Tasks'), 'manage_events', async () => (await import('../tasks/club.ts')).tasksPart),
      forms: part(msg('Forms'), 'manage_events', async () => (await import('./forms.ts')).formsPart),
      insights: part(
        msg('Insights'),
        'manage_events',
        async () => (await import('./insights.ts')).insightsPart,
      ),
    },
  },
  {
    text: msg('News'),
    icon: 'note',
    parts: {
      news: part(msg('News'), everyMember, async () => (await import('./news.ts')).newsPart),
      notices: part(msg('Notices'), everyMember, async () => (await import('./notices.ts')).noticesPart),
    },
  },
  {
    text: msg('Club profile'),
    icon: 'settings',
    parts: {
      page: part(msg('Club page'), 'all', async () => (await import('./page.ts')).pagePart),
      'join-form': part(
        msg('Membership form'),
        'all',
        async () => (await import('./join-form.ts')).joinFormPart,
      ),
      renewal: part(msg('Yearly renewal'), mayRenew, async () => (await import('./renewal.ts')).renewalPart),
      verification: part(
        msg('Verification'),
        isOwnerOrAdmin,
        async () => (await import('./verification.ts')).verificationPart,
      ),
    },
  },
  {
    text: msg('Budgets'),
    icon: 'money',
    parts: {
      budgets: part(
        msg('Budgets'),
        'view_finances',
        async () => (await import('../budget/budgets.ts')).budgetsPart,
      ),
    },
  },
]
