import * as z from 'zod/mini'
import { prose } from '../../../lib/contract/fields.ts'
import { form, type Rows } from '../../../lib/contract/row.ts'
import { DashboardPart, formRow, maybe, oneOf, pageRow, Short } from './page.ts'

/** Bytes of a list of addresses: it comes as a file, and back with the page that shows what it changes. */
const mostList = 3 * 1024 * 1024

/** Order and filters of a table, and the change that the page asks about before it is made. */
const ConsoleQuery = {
  sort: maybe(Short),
  filter: maybe(Short),
  from: maybe(Short),
  to: maybe(Short),
  confirm: maybe(Short),
  person: maybe(Short),
  event: maybe(Short),
  /** Beginning of the name of a person to add. */
  find: maybe(Short),
}

/** What staff of a school do, and on the platform host those who run the platform. */
export const adminRows = {
  showAdminConsole: pageRow(
    '/admin',
    'Show the admin console; on the platform host, the console of schools',
    {
      costs: { depth: 5, read: 15, write: 0 },
      host: 'both',
      query: z.object({ ...DashboardPart, ...ConsoleQuery }),
      example: { as: 'root' },
    },
  ),
  changeSchool: formRow('/admin', 'Perform one action of the admin console, by form', {
    costs: { depth: 3, read: 3, write: 8 },
    host: 'both',
    mostBody: mostList,
    body: form(
      z.catchall(
        z.object({
          csv: maybe(prose(mostList)),
          do: oneOf(
            'approve reject changes let-club refuse-club restore-club verify refuse make-admin end-admin',
            'suspend let-in-again',
            'import mapping check try turn-on turn-off redact zone rules status status-ask enrol health',
            'door-ask door-save factor-ask factor-save recovery-open recovery-confirm recovery-end secure',
            'roster-ask roster-save',
            'role-create role-edit role-appoint role-remove role-stop role-start role-domain role-domain-delete',
            'org-approve-picked org-approve org-refuse org-sunset org-close org-reopen org-delete',
            'org-edit org-owner org-add org-role org-remove',
            'mail-claim mail-verify mail-remove export-start export-remove notice-ask notice-edit notice-send',
            'room-create room-edit room-delete closed-add closed-remove',
            'step-add step-edit step-remove',
            'act-start role-backup role-backup-end comment-delete delegate-step acknowledge-event',
            'domain-save simulate-ask',
            'budget-template budget-template-delete budget-workflow form-add form-remove',
            'notify-search notify-pick notify-send platform-admin-ask platform-admin-add platform-admin-remove',
            'school-save school-preview',
            'renewal-start group-make group-save group-end welcome-save front-save',
            'identity-ask identity-save migration-fill migration-open migration-close',
          ),
          /** Metadata of an identity provider. */
          xml: maybe(prose(1_000_000)),
        }),
        z.string().check(z.maxLength(200_000)),
      ),
      'file',
      mostList,
      mostList,
    ),
    example: {
      as: 'root',
      headers: { 'content-type': 'application/json' },
      body: { do: 'zone', timezone: 'America/New_York' },
    },
  }),
} as const satisfies Rows
