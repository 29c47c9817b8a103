import { describe, expect, it } from 'vitest'
import { CalendarNotFound } from '../../functions/calendars/contract.ts'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import { entityFiles } from '../../infra/derive/data-model.ts'
import { credential, session } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { fresh, loginOf, requestCode } from '../support/resets.ts'
import { world } from '../support/world.ts'
import { calendar, holdings, type Scene, told } from './holdings.ts'

/** Why an item that looks as if it opened something stays: it is not the person's, or opens nothing by itself. */
const staying: Readonly<Record<string, string>> = {
  AuditEntry: 'a hash of what somebody wrote about it',
  AddressKey: 'names addresses in the log for a day; opens nothing',
  AuditSeal: 'hashes of audit rows',
  Credential: 'the password: replaced by a reset and a change, kept where the person knows it alone',
  Desk: 'counts the codes of an event desk, which are not a person’s',
  Challenge: 'what an authenticator is asked to sign; it opens nothing without the key',
  FactorRecovery: 'a wait, which ends by a mail to the owner',
  PendingSignIn: 'of an epoch, and opens nothing without a second factor',
  RecoveryCodes:
    'a second factor: opens nothing without the first proof, and goes by a wait that the owner may begin',
  PasskeyGuard: 'a hash of a credential id and its first owner; opens nothing',
  Totp: 'the same',
  TotpSetup: 'of a session, and no factor yet',
  DomainClaim: 'public: a school publishes it in its names',
  DoorCredential: 'of an event desk: whoever manages the event sees it and takes it back',
  ExportJob: 'of a school: every part is asked for as an administrator',
  Inbox: 'turns mails off, and nothing else, from mails sent long ago too',
  InviteToken: 'asks for a sign-in by the address that was invited',
  OutboxMail: 'a mail under way; the code that it carries ends',
  ProviderLink:
    'a way in that its owner sees and takes away; one that was never proven, or is recent, ends with a recovery',
  ProviderPointer: 'the same',
  PushReceiptDue: 'of a message that was sent: asks what became of it',
  SamlKey: 'the key of a school',
  SamlName: 'ends a session when the identity provider says so',
  SamlRequest: 'a sign-in that nobody has finished; it opens nothing without an answer of the provider',
  SamlSession: 'the same',
  SamlSeen: 'that an answer was used',
  SchoolImport: 'the hash of a file',
  SigningKey: 'a public key',
  SpentProof: 'that an answer was used',
  ViewMark: 'that somebody saw a page',
}

const scene = async (): Promise<Scene> => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const owner = await registered(w)
  const intruder = w.device({ headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 16)' } })
  await intruder.login({ email: owner.email, password })
  return { w, owner, intruder }
}

type Recovery = (scene: Scene) => Promise<{ readonly status: number }>

const recoveries: Readonly<Record<string, Recovery>> = {
  'a reset of the password': async ({ w, owner: { email } }) =>
    w.device().resetPassword({ email, code: await requestCode(w, email), newPassword: fresh }),
  'a change of the password': ({ owner }) =>
    owner.device.changePassword({ currentPassword: password, newPassword: fresh }),
  'ending all other sessions': ({ owner }) => owner.device.revokeAllOtherSessions(),
  'the first proof of the address': async ({ w, owner }) => {
    await owner.device.requestEmailCode()
    await w.deliver()
    return owner.device.confirmEmail({ code: w.codeFor(owner.email) })
  },
  'the deletion of the account': ({ owner }) => owner.device.deleteAccount({ password }),
}

const kinds = Object.keys(holdings)

describe.each(Object.entries(recoveries))('%s', (_, recover) => {
  // rules/identity 44
  it.each(kinds)('ends what an intruder holds: %s', async (kind) => {
    const at = await scene()
    const held = await holdings[kind]?.(at)
    at.w.clock.advance(1)
    expect(await recover(at)).toMatchObject({ status: 200 })
    expect(await held?.works()).toBe(false)
  })
})

describe('without a recovery', () => {
  it.each(kinds)('an intruder goes on with what they hold: %s', async (kind) => {
    const at = await scene()
    const held = await holdings[kind]?.(at)
    at.w.clock.advance(1)
    expect(await held?.works()).toBe(true)
  })
})

/** Names of fields that open something, or lead to a device. */
const telling =
  /[tT]oken|[sS]ecret|(?<!mail)Hash|^hash|nonce|verifier|^generation|refresh|sealed$|ticket|^push[A-Z]|^sid|Sid$|unsubscribe|carryKey|proof|issuer|^kid/

describe('every kind of item that carries a secret or reaches a device', () => {
  it('ends with a recovery, or stays for a reason', async () => {
    const entities = (await entityFiles()).flatMap((file) => file.entities)
    const carrying = entities.flatMap((one) => {
      const { shape } = (one as unknown as { schema: { _zod: { def: { shape: object } } } }).schema._zod.def
      return one.name === 'Notification' || !Object.keys(shape).some((field) => telling.test(field))
        ? []
        : [one.name]
    })
    const known = [...kinds, ...Object.keys(staying)]
    expect(carrying.filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !carrying.includes(name))).toEqual([])
  })
})

describe('what a recovery leaves', () => {
  const own = async () => {
    const at = await scene()
    const { owner } = at
    await owner.device.registerPushToken({ pushToken: 'ExponentPushToken[owner]' })
    await at.w.device().login({ email: owner.email, password })
    return at
  }

  // rules/identity 45
  it.each(['ending all other sessions', 'a change of the password', 'the first proof of the address'])(
    'is the device it was done on, its phone included: %s',
    async (name) => {
      const at = await own()
      const { device } = at.owner
      expect(await recoveries[name]?.(at)).toMatchObject({ status: 200 })
      const { sessions } = (await device.listSessions()).body.data
      expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true])
      expect((await device.refreshToken()).status).toBe(200)
      await told(at)
      expect(at.w.pushes).toHaveLength(1)
    },
  )

  // rules/identity 46
  it('is the password, where it was not the password that changed', async () => {
    const at = await own()
    const { w, owner } = at
    expect((await owner.device.revokeAllOtherSessions()).status).toBe(200)
    expect(await loginOf(w.device(), owner.email, password)).toBe(200)
    const { globalUserId } = owner.user
    const stored = await w.table().get(credential, { globalUserId })
    await w.table().update(credential, { globalUserId }, { set: { epoch: (stored?.epoch ?? 0) - 1 } })
    expect((await owner.device.revokeAllOtherSessions()).status).toBe(200)
    expect(await loginOf(w.device(), owner.email, password), 'a password that had ended').toBe(401)
  })

  it('lets new codes and new calendar addresses work', async () => {
    const at = await own()
    const { w, owner } = at
    const before = await calendar({ ...at, intruder: owner.device })
    await owner.device.revokeAllOtherSessions()
    expect(await before.works()).toBe(false)
    expect((await owner.device.listCalendarLinks()).body.data.links).toEqual([])
    expect(await (await calendar({ ...at, intruder: owner.device })).works()).toBe(true)
    const code = await requestCode(w, owner.email)
    expect((await w.device().resetPassword({ email: owner.email, code, newPassword: fresh })).status).toBe(
      200,
    )
  })

  // rules/auth 33
  it('is one and all, with many more sessions than a list shows', async () => {
    const at = await own()
    const { w, owner, intruder } = at
    const { globalUserId } = owner.user
    const { items } = await w.table().list(session, { keyParams: { globalUserId }, limit: 10 })
    for (let number = 0; number < 150; number += 1)
      await w.table().put(session, { ...items[0], id: `00DEMO${number}` } as never)
    expect((await owner.device.revokeAllOtherSessions()).status).toBe(200)
    expect((await intruder.validateToken()).status).toBe(401)
    expect((await owner.device.listSessions()).body.data.sessions).toHaveLength(1)
  })
})

describe('failures', () => {
  it('say what they are', async () => {
    const { w, owner, intruder } = await scene()
    const code = await requestCode(w, owner.email)
    w.clock.advance(1)
    await owner.device.changePassword({ currentPassword: password, newPassword: fresh })
    const late = { email: owner.email, code, newPassword: 'chosen by the intruder' }
    expect(await w.device().resetPassword(late)).toMatchObject(refused(InvalidCode))
    expect(await w.device().verifyCode({ email: owner.email, code })).toMatchObject(refused(InvalidCode))
    expect(await intruder.createCalendarToken()).toMatchObject({ status: 401 })
    expect(await w.device().getMyCalendar({ token: 'made up' })).toMatchObject(refused(CalendarNotFound))
  })
})
