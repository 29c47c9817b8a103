import { isDeepStrictEqual } from 'node:util'
import { samlConfig } from '../../../functions/saml/repository.ts'
import { globalUser, tenantListing, tenantRecord } from '../../../lib/identity/person/records.ts'
import { changeSchool } from '../../../lib/identity/school/tenants.ts'
import type { Agent } from '../../support/agent.ts'
import { type Person, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { metadataOf } from '../config/idp-metadata.ts'
import { type Idp, idp } from '../idp.ts'
import { configOf, type SamlSchool, samlSchool } from '../school.ts'

export const domain = 'students.example.edu'
const other = 'alumni.example.edu'
const third = 'clubs.example.edu'

/** A school that has proven two mail domains, whose identity provider is on. */
export const trustedSchool = async (
  emailDomains: readonly string[] = [domain, other],
  more: object = {},
  provider?: Idp,
): Promise<SamlSchool> => {
  const school = await samlSchool(more, provider)
  await enrolSchool(school.w, school.w.home, { emailDomains: [...emailDomains] })
  return school
}

/** Somebody with a password and a proven address. */
export const proven = async ({ w }: SamlSchool, name = 'ada'): Promise<Person> => {
  const person = await registered(w, name)
  await w.table().update(globalUser, { id: person.user.globalUserId }, { set: { emailVerified: true } })
  return person
}

/** The school's trust number; both of its rows say the same. */
export const trustAt = async ({ w }: SamlSchool): Promise<number | undefined> => {
  const listed = await w.table().get(tenantListing, { tenantKey: w.home }, { strong: true })
  const own = await w.table().get(tenantRecord, {}, { strong: true })
  if (!isDeepStrictEqual(listed, own)) throw new Error('the two rows of a school differ')
  return listed?.trust
}

/** The same identity provider with another key. */
export const rekeyed = (provider: Idp, number = 1): Idp => ({ ...idp(number), entityId: provider.entityId })

const far = 300
const on = ({ w }: SamlSchool, days: number): string =>
  new Date(w.clock.now().getTime() + days * 86_400_000).toISOString()

/** Stores a certificate as it stood there for long, however old it is. */
const stored = async ({ w }: SamlSchool, certificate: string): Promise<void> => {
  const config = await w.table().get(samlConfig, {}, { strong: true })
  const certificates = [...(config?.certificates ?? []), certificate]
  await w.table().update(samlConfig, {}, { set: { certificates }, add: { version: 1 } })
}

const only = (certificate: string) => ({ idp: { x509Cert: certificate, additionalCerts: [] } })

const setDomains = async ({ w }: SamlSchool, change: (now: readonly string[]) => string[]): Promise<void> => {
  await changeSchool(w.table(), {
    tenantKey: w.home,
    at: w.clock.now(),
    change: ({ emailDomains }) => ({ emailDomains: change(emailDomains) }),
    also: () => [],
  })
}

/** A change of who may sign in: what it does, and by whom people sign in from then on. */
export type TrustChange = {
  readonly name: string
  readonly ends: boolean
  /** The school vouches for the address of nobody who came in before. */
  readonly vouches?: false
  /** What has to stand there before anybody comes in. */
  prepare?(school: SamlSchool): Promise<unknown>
  carryOut(school: SamlSchool, dean: Agent): Promise<Idp | undefined>
}

const saving =
  (body: (school: SamlSchool) => object, after?: (school: SamlSchool) => Idp): TrustChange['carryOut'] =>
  async (school, dean) => {
    const reply = await dean.saveSamlConfig(body(school))
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return after?.(school)
  }

export const changes: readonly TrustChange[] = [
  {
    name: 'turning the identity provider off and on',
    ends: true,
    async carryOut(school, dean) {
      await saving(() => ({ isActive: false }))(school, dean)
      return saving(() => ({ isActive: true }))(school, dean)
    },
  },
  {
    name: 'another identity provider',
    ends: true,
    carryOut: saving(
      () => configOf(idp(1)),
      () => idp(1),
    ),
  },
  {
    name: 'another identity provider, and back',
    ends: true,
    async carryOut(school, dean) {
      await saving(() => configOf(idp(1)))(school, dean)
      return saving(() => configOf(school.provider))(school, dean)
    },
  },
  {
    name: 'another certificate in the place of the one in use',
    ends: true,
    carryOut: saving(
      ({ provider }) => only(rekeyed(provider).certificate),
      ({ provider }) => rekeyed(provider),
    ),
  },
  {
    name: 'the metadata of the identity provider with another certificate',
    ends: true,
    async carryOut({ provider }, dean) {
      const next = rekeyed(provider)
      const reply = await dean.importSamlMetadata({ xml: metadataOf(next) })
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
      return next
    },
  },
  {
    name: 'a certificate less, which could have signed',
    ends: true,
    prepare: ({ dean, provider }) =>
      dean.saveSamlConfig({ idp: { additionalCerts: [rekeyed(provider).certificate] } }),
    carryOut: saving(() => ({ idp: { additionalCerts: [] } })),
  },
  {
    name: 'a certificate less, which ended a week ago',
    ends: true,
    prepare: (school) => stored(school, idp(1, { until: on(school, -7) }).certificate),
    carryOut: saving(() => ({ idp: { additionalCerts: [] } })),
  },
  {
    name: 'a certificate less, which ended longer ago than any session lasts',
    ends: false,
    prepare: (school) => stored(school, idp(1, { until: on(school, -31) }).certificate),
    carryOut: saving(() => ({ idp: { additionalCerts: [] } })),
  },
  {
    name: 'a certificate less, which has not begun',
    ends: false,
    prepare: (school) => stored(school, idp(1, { from: on(school, 1), until: on(school, far) }).certificate),
    carryOut: saving(() => ({ idp: { additionalCerts: [] } })),
  },
  {
    name: 'a certificate more',
    ends: false,
    carryOut: saving(
      ({ provider }) => ({ idp: { additionalCerts: [rekeyed(provider).certificate] } }),
      ({ provider }) => rekeyed(provider),
    ),
  },
  {
    name: 'other settings',
    ends: false,
    carryOut: saving(({ provider }) => ({
      idp: { ssoUrl: `${provider.ssoUrl}/2`, sloUrl: null },
      attributeMapping: { email: 'email' },
      allowIdpInitiated: true,
      wantMessageSigned: false,
      userProvisioning: { autoUpdateUsers: false },
    })),
  },
  { name: 'the same once more', ends: false, carryOut: saving(({ provider }) => configOf(provider)) },
  {
    name: 'a mail domain less, by the school',
    ends: true,
    async carryOut(_, dean) {
      const reply = await dean.removeEmailDomain({ domain: other })
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
      return undefined
    },
  },
  {
    name: 'the mail domain of everybody less',
    ends: true,
    vouches: false,
    carryOut: async (_, dean) => void (await dean.removeEmailDomain({ domain })),
  },
  {
    name: 'a mail domain in the place of another, in the registry',
    ends: true,
    carryOut: async (school) =>
      void (await setDomains(school, (now) => now.map((one) => (one === other ? third : one)))),
  },
  {
    name: 'a mail domain more',
    ends: false,
    carryOut: async (school) => void (await setDomains(school, (now) => [...now, third])),
  },
]
