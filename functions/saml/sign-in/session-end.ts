import { findSchool, schoolTrustEnded } from '../../../lib/identity/school/tenants.ts'
import { sessionSeconds } from '../../../lib/identity/session/sessions.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Write } from '../../../lib/table/write.ts'
import { type Certificate, readCertificates, skew } from '../certificates/certificates.ts'
import type { SamlConfig } from '../repository.ts'

/** Whether a session may be alive that a signature by this certificate opened. */
const mayHaveSigned = ({ validFrom, validTo }: Certificate, now: Date): boolean =>
  Date.parse(validFrom) <= now.getTime() + skew &&
  Date.parse(validTo) + skew + sessionSeconds * 1000 > now.getTime()

/**
 * Whether the school takes back its trust in what has let people in so far: the provider itself is turned off or another
 * one, or a certificate is gone that it may have signed with. One that is added takes nothing back.
 */
const endsTrust = (before: SamlConfig, after: SamlConfig, now: Date): boolean => {
  const gone = readCertificates(before.certificates.filter((pem) => !after.certificates.includes(pem)))
  return (
    before.isActive !== after.isActive ||
    before.idpEntityId !== after.idpEntityId ||
    gone === undefined ||
    gone.some((one) => mayHaveSigned(one, now))
  )
}

/**
 * What ends with a change of a stored configuration: the sessions that its identity provider opened, and its links. Rows for
 * the transaction of the change; none when nothing ends.
 */
export const endingOf = async (
  table: Table,
  tenantKey: string,
  before: SamlConfig,
  after: SamlConfig,
  now: Date,
): Promise<readonly Write[]> => {
  if (before.version === 0 || !endsTrust(before, after, now)) return []
  const school = await findSchool(table, tenantKey)
  // Outside production a school can answer that nobody has enrolled: it has no number, and nothing there can end.
  return school ? schoolTrustEnded(school, before.version + 1, now) : []
}
