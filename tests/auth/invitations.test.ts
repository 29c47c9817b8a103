import { beforeAll, describe, expect, it } from 'vitest'
import { RegistrationCodeRequired } from '../../functions/auth/contract.ts'
import { InvitationRequired } from '../../lib/contract/failures.ts'
import { emailPointer, globalUser, type TenantRecord } from '../../lib/identity/person/records.ts'
import { rosterEntry } from '../../lib/identity/school/roster.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { isWholeTable } from '../support/crash-rows.ts'
import { interrupted } from '../support/table/interrupted.ts'
import { type Stage, stage, waysIn } from './closed-doors.ts'
import {
  type InviteCase,
  inviteCase,
  invitees,
  inviteIn,
  inviteStates,
  isMember,
} from './invitation-states.ts'

type Rule = 'anybody' | NonNullable<TenantRecord['newMembers']>

const rules: readonly Rule[] = ['anybody', 'domains', 'rostered', 'invited']

let school: Stage
beforeAll(async () => {
  school = await stage()
})

/** Sets who may become a member, and waits until every process has read it. */
const setRule = async (rule: Rule): Promise<void> => {
  const { w } = school
  const newMembers = rule === 'anybody' ? undefined : rule
  const change = () => ({ newMembers, emailDomains: ['students.example.edu'] })
  await changeSchool(w.table(), { tenantKey: w.home, at: w.clock.now(), change, also: () => [] })
  w.clock.advance(2.1)
}

const listOnRoster = ({ w, invitee: { email } }: InviteCase) =>
  w.table().put(rosterEntry, { email, addedAt: w.clock.now().toISOString() })

const isProven = async ({ w, invitee: { email } }: InviteCase): Promise<boolean> => {
  const pointer = await w.table().get(emailPointer, { email })
  const user = pointer && (await w.table().get(globalUser, { id: pointer.globalUserId }))
  return user?.emailVerified === true
}

/** The code of the refusal by a rule where an invitation admits nobody; undefined where it takes no invitation. */
const refusalBy = (rule: Rule): string | undefined => {
  if (rule === 'anybody') return undefined
  return rule === 'invited' ? InvitationRequired.code : RegistrationCodeRequired.code
}

const cells = Object.entries(inviteStates).flatMap(([stateName, state]) =>
  rules.flatMap((rule) =>
    Object.entries(invitees).map(([name, invitee]) => {
      const refusal = state.admits ? undefined : refusalBy(rule)
      return [
        refusal ? 'refuses' : 'admits',
        name,
        stateName,
        rule,
        { state, rule, invitee, refusal },
      ] as const
    }),
  ),
)

/** Every state where invitations alone admit; every rule in `npm run test:crash`. */
const looked = cells.filter(([, , , rule]) => isWholeTable || rule === 'invited')

describe('an invitation to an organization', () => {
  // rules/auth 40, 41, 45; rules/invites 20, rules/invites 21
  it.each(looked)('%s %s while it is %s, where the school takes %s', async (_, __, ___, ____, cell) => {
    await setRule('anybody')
    const found = await inviteCase(school, cell.invitee)
    await cell.state.arrange(found)
    await listOnRoster(found)
    // An address that is proven otherwise needs no invitation where the school takes proven addresses.
    const needsNone = cell.rule !== 'invited' && (await isProven(found))
    const refusal = needsNone ? undefined : cell.refusal
    await setRule(cell.rule)
    const reply = await found.invitee.come(found.token)
    expect([reply.body.code, await isMember(found)]).toEqual([refusal, refusal === undefined])
  })

  // rules/invites 20
  it.each(['signing in by password', 'joining', 'signing in with Google', 'a passkey alone'])(
    'admits nobody who comes by %s, since that shows no invitation',
    async (name) => {
      await setRule('anybody')
      const { w } = school
      const found = await inviteCase(
        school,
        invitees['somebody of another school'] as (typeof invitees)[string],
      )
      const device = w.device({ tenant: w.sister })
      const { email } = found.invitee
      await device.login({ email, password: 'correct horse battery' })
      await setRule('invited')
      const arrival = { school, w, name: email.split('@')[0] ?? '', email, device, invitation: found.token }
      const reply = await waysIn[name]?.go(arrival)
      expect([reply?.body.code, await isMember(found)]).toEqual([InvitationRequired.code, false])
    },
  )

  const anybodyNew = invitees['somebody new'] as (typeof invitees)[string]
  const meanwhile: Readonly<Record<string, keyof typeof inviteStates>> = {
    'it is revoked': 'revoked',
    'it is used': 'used at the school before',
    'its inviter loses the role': 'of an inviter without the role',
    'its inviter is suspended': 'of a suspended inviter',
    'its organization is deleted': 'of a deleted organization',
    'its organization becomes inactive': 'of an inactive organization',
  }

  // rules/invites 20, rules/invites 21
  it.each(Object.entries(meanwhile))('admits nobody if %s at that moment', async (_, state) => {
    await setRule('anybody')
    const found = await inviteCase(school, anybodyNew)
    await setRule('invited')
    const reply = await interrupted(
      school.w,
      () => found.invitee.come(found.token),
      async () => inviteStates[state]?.arrange(found),
    )
    expect([reply.body.code, await isMember(found)]).toEqual([InvitationRequired.code, false])
  })

  // rules/invites 20
  it('admits once, whether or not the organization takes the person in', async () => {
    await setRule('anybody')
    const found = await inviteCase(school, anybodyNew)
    await setRule('invited')
    expect((await found.invitee.come(found.token)).status).toBe(201)
    expect(await inviteIn(found)).toMatchObject({ status: 'accepted', admittedAt: expect.any(String) })
  })
})
