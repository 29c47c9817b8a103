import { partPath } from '../admin/admin.ts'
import { auditPart } from '../admin/audit.ts'
import { html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { PlatformPartOf } from './platform.ts'

/** The platform's own audit log, or that of a school. */
export const platformAuditPart: PlatformPartOf = async ({ query, filled, zone }, context) => {
  const waiting = { events: [], nextCursor: null, isStaff: true, others: [], hasMoreOthers: false }
  const body = await auditPart({ query, filled, isStaff: true, zone, waiting, openBudgets: 0 }, context)
  if ('refusal' in body) return body
  const { id } = query
  if (!id)
    return {
      about: t(
        'Changes of platform administrators and accounts that were made on this site. Each school has its own log, which its page links. It has the changes of its record and status, and the platform administrators from the configuration who signed in there. {schools}',
        { schools: html`<a href="${partPath('schools')}">${t('All schools')}</a>` },
      ),
      body,
    }
  return {
    heading: t('Audit log of {key}', { key: id }),
    about: html`<a href="${partPath('school', { id })}">${t('Back to the school')}</a>`,
    body,
  }
}
