import { partPath } from '../admin/admin.ts'
import { auditPart } from '../admin/audit.ts'
import { html } from '../layout/page.ts'
import { t } from '../locale.ts'
import type { PlatformPartOf } from './platform.ts'

/** The platform's own audit log, or that of a school. */
export const platformAuditPart: PlatformPartOf = async ({ query, filled, zone }, context) => {
  const waiting = { events: [], nextCursor: null, isStaff: true, others: [], hasMoreOthers: false }
  const body = await auditPart({ query, filled, isStaff: true, zone, waiting }, context)
  if ('refusal' in body) return body
  const { id } = query
  if (!id)
    return {
      about: t(
        'Changes of platform administrators. What was done at a school, or to its record, is in the log of that school.',
      ),
      body,
    }
  return {
    heading: t('Audit log of {key}', { key: id }),
    about: html`<a href="${partPath('school', { id })}">${t('Back to the school')}</a>`,
    body,
  }
}
