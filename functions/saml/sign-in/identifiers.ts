import { createHmac } from 'node:crypto'
import type { Context } from '../../../lib/context.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { purposeSecret } from '../../../lib/identity/token/keys.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { identityAttributes } from '../contract/shapes.ts'
import { type SamlConfig, type SamlIdentifiers, samlIdentifiers } from '../repository.ts'
import type { Statement } from './assertion.ts'
import { releaseOf } from './identity.ts'

/** Days for which a sign-in is stored for simulations (rules/saml 48). */
export const rememberedDays = 90

type SubjectHash = (subject: string) => string

type KeyContext = Pick<Context, 'gateways' | 'tenant'>

/**
 * Hashes of subjects, one for each secret of the ring, the current one first. They are keyed, since a student id could
 * be guessed from a plain hash. They are keyed by school, so that no two schools can compare their people.
 */
export const subjectHashes = async ({ gateways, tenant }: KeyContext): Promise<readonly SubjectHash[]> =>
  (await gateways.secrets.ring()).map((secret) => {
    const hashKey = purposeSecret(secret, 'saml-identifiers')
    return (subject) =>
      createHmac('sha256', hashKey)
        .update(JSON.stringify([tenant.key, subject]))
        .digest('base64url')
        .slice(0, 22)
  })

/** Possible identifiers in a response, in stored form. */
const releasedBy = (
  hash: SubjectHash,
  statement: Statement,
  { attributeMapping }: SamlConfig,
): SamlIdentifiers['released'] =>
  Object.fromEntries(
    identityAttributes.map((attribute) => {
      const release = releaseOf(attribute, statement, attributeMapping)
      return [
        attribute,
        'problem' in release ? { problem: release.problem } : { hash: hash(release.subject) },
      ]
    }),
  )

/** Stores the possible identifiers of a response, in the session's transaction. */
export const identifiersRow = async (
  context: KeyContext & Pick<Context, 'now'>,
  statement: Statement,
  config: SamlConfig,
): Promise<(globalUserId: string) => Write> => {
  const [hash = () => ''] = await subjectHashes(context)
  const at = context.now()
  const row = {
    at: at.toISOString(),
    released: releasedBy(hash, statement, config),
    expiresAt: new Date(at.getTime() + rememberedDays * dayMs).toISOString(),
  }
  return (globalUserId) => put(samlIdentifiers, { globalUserId, ...row })
}
