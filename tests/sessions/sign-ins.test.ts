import { describe, expect, it } from 'vitest'
import { signInRecord } from '../../lib/identity/session/sign-in-history.ts'
import { confirmWith, halfSignedIn, withPasskey, withTotp } from '../mfa/factors.ts'
import { withRoles } from '../support/administrators.ts'
import { password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { everyImage } from '../support/table/whole-table.ts'
import { type World, world } from '../support/world.ts'

const hours = 3600
const days = 24 * hours
const firefox = { headers: { 'user-agent': 'Mozilla/5.0 Firefox/130' } }

type Row = { readonly method: string; readonly outcome: string; readonly reason: string | null }
const told = (rows: readonly Row[]) => rows.map(({ method, outcome, reason }) => [method, outcome, reason])

const wrong = async (w: World, email: string, tenant = w.home) =>
  w.device({ tenant }).login({ email, password: 'wrong words altogether' })

describe('the sign-in history of a person', () => {
  // rules/auth 50
  it('lists every sign-in with its device, and failures', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    w.clock.advance(60)
    await w.device().login({ email: ada.email, password }, firefox)
    w.clock.advance(60)
    await wrong(w, ada.email)
    const { signIns, nextCursor } = (await ada.device.listSignIns()).body.data
    expect(told(signIns)).toEqual(
      expect.arrayContaining([
        ['password', 'success', null],
        ['password', 'success', null],
        ['password', 'failure', 'INVALID_CREDENTIALS'],
      ]),
    )
    expect([signIns.length, nextCursor]).toEqual([3, null])
    expect(signIns).toContainEqual(
      expect.objectContaining({ school: w.home, deviceInfo: 'Firefox Browser', count: 1, factor: null }),
    )
    expect(JSON.stringify(signIns)).not.toContain(ada.user.globalUserId)
  })

  // rules/auth 50
  it('names the factor that was shown, the use of a passkey, and the kind of a wrong code', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const app = await withTotp(w, ada.device)
    const { key, origin } = await withPasskey(w, ada.device)
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code: '000000' })).status).toBe(401)
    expect((await device.verifyTotp({ code: app.code() })).status).toBe(200)
    const alone = w.device()
    const { options } = (await alone.startPasskeySignIn()).body.data
    expect((await alone.signInByPasskey({ credential: key.use(options, { origin }) })).status).toBe(200)
    const { signIns } = (await ada.device.listSignIns()).body.data
    expect(signIns).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'password', factor: 'totp', outcome: 'success' }),
        expect.objectContaining({ method: 'password', outcome: 'failure', reason: 'INVALID_CODE' }),
        expect.objectContaining({ method: 'passkey', factor: 'passkey', outcome: 'success' }),
      ]),
    )
    // Showing a factor, or refreshing, is no sign-in.
    await confirmWith(ada.device, key, origin)
    await ada.device.refreshToken()
    expect((await ada.device.listSignIns()).body.data.signIns).toHaveLength(signIns.length)
  })

  // rules/auth 50
  it('lists rejected passkeys, in the second step and alone', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const { key } = await withPasskey(w, ada.device)
    const strange = { origin: 'https://elsewhere.example' }
    const { device } = await halfSignedIn(w, ada.email)
    const step = (await device.startPasskeyStep()).body.data
    expect((await device.verifyPasskey({ credential: key.use(step.options, strange) })).status).toBe(401)
    const alone = w.device()
    const { options } = (await alone.startPasskeySignIn()).body.data
    expect((await alone.signInByPasskey({ credential: key.use(options, strange) })).status).toBe(401)
    const { signIns } = (await ada.device.listSignIns()).body.data
    const failed = told(signIns).filter(([, outcome]) => outcome === 'failure')
    expect(failed.sort()).toEqual([
      ['passkey', 'failure', 'PASSKEY_REFUSED'],
      ['password', 'failure', 'PASSKEY_REFUSED'],
    ])
  })

  // rules/auth 50
  it('lists rejections by the school after a correct password', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const root = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
    await root.device.setUserAccess({ userId: ada.user._id, accessSuspended: true })
    expect((await w.device().login({ email: ada.email, password })).status).toBe(403)
    const { signIns } = (await root.device.listMemberSignIns({ userId: ada.user._id })).body.data
    expect(told(signIns)).toContainEqual(['password', 'failure', 'ACCOUNT_SUSPENDED'])
  })

  // rules/auth 51
  it('counts similar failures of an hour in one row', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w, 'ada')
    for (let tries = 0; tries < 12; tries += 1) await wrong(w, ada.email)
    w.clock.advance(hours)
    await wrong(w, ada.email)
    await ada.device.refreshToken()
    const { signIns } = (await ada.device.listSignIns()).body.data
    const failed = signIns.filter(({ outcome }: Row) => outcome === 'failure')
    expect(failed.map(({ count }: { count: number }) => count)).toEqual([1, 12])
  })

  // rules/auth 51
  it('counts at most a thousand of them', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await wrong(w, ada.email)
    const place = { globalUserId: ada.user.globalUserId, list: w.home }
    const newest = { keyParams: place, limit: 10, strong: true }
    const [row] = (await w.table().list(signInRecord, newest)).items.filter(
      ({ count, outcome }) => count === 1 && outcome === 'failure',
    )
    if (!row) throw new Error('The failure was not recorded.')
    await w.table().update(signInRecord, row, { set: { count: 999 } })
    const counts: number[] = []
    for (let tries = 0; tries < 2; tries += 1) {
      await wrong(w, ada.email)
      const { signIns } = (await ada.device.listSignIns()).body.data
      counts.push(signIns.find(({ outcome }: Row) => outcome === 'failure')?.count)
    }
    expect(counts).toEqual([1000, 1000])
  })

  // rules/auth 51
  it('stores nothing for an unknown account, with the same calls', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const costOf = async (email: string) => {
      await wrong(w, email)
      const { writeUnits: _, ...calls } = (w.logs.at(-1)?.table ?? {}) as Record<string, number>
      return calls
    }
    const known = await costOf(ada.email)
    expect(await costOf(w.email('nobody'))).toEqual(known)
    const kept = await everyImage(w.runtime.client, {
      FilterExpression: 'begins_with(pk, :nobody)',
      ExpressionAttributeValues: { ':nobody': { S: 'G#U#nobody' } },
    })
    expect(kept).toEqual([])
  })

  // rules/auth 50
  it('continues page by page over all schools, and ends after 90 days', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const sister = ada.device.on(w.sister)
    await sister.joinTenant()
    for (let count = 0; count < 3; count += 1) {
      w.clock.advance(60)
      await w.device().login({ email: ada.email, password })
      w.clock.advance(60)
      await w.device({ tenant: w.sister }).login({ email: ada.email, password })
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await ada.device.listSignIns({ limit: '2', ...(cursor ? { cursor } : {}) })
      seen.push(
        ...body.data.signIns.map(({ at, school }: { at: string; school: string }) => `${at} ${school}`),
      )
      cursor = body.data.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(7)
    expect(seen).toEqual([...seen].sort().reverse())
    expect(new Set(seen).size).toBe(7)
    expect((await ada.device.listSignIns({ cursor: 'nonsense' })).body.code).toBe('INVALID_CURSOR')
    w.clock.advance(90 * days)
    const fresh = w.device()
    await fresh.login({ email: ada.email, password })
    expect((await fresh.listSignIns()).body.data.signIns).toHaveLength(1)
  })

  // rules/auth 50
  it('lists impersonation, and is hidden from the administrator during it', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
    const acting = w.device({ jar: dean.device.jar })
    expect((await acting.impersonateUser({ identifier: ada.email })).status).toBe(200)
    expect((await acting.listSignIns()).body.code).toBe('IMPERSONATION_FORBIDDEN')
    expect(told((await ada.device.listSignIns()).body.data.signIns)).toContainEqual([
      'impersonation',
      'success',
      null,
    ])
  })
})

describe('the sign-ins of a member', () => {
  // rules/auth 52
  it("are those at the administrator's school only", async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await ada.device.on(w.sister).joinTenant()
    w.clock.advance(60)
    await w.device({ tenant: w.sister }).login({ email: ada.email, password }, firefox)
    await wrong(w, ada.email, w.sister)
    const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
    const { status, body } = await dean.device.listMemberSignIns({ userId: ada.user._id })
    expect([status, told(body.data.signIns)]).toEqual([200, [['password', 'success', null]]])
    expect(body.data.signIns[0]).not.toHaveProperty('school')
    expect((await ada.device.listSignIns()).body.data.signIns).toHaveLength(3)
    expect((await ada.device.listMemberSignIns({ userId: ada.user._id })).status).toBe(403)
    const strange = await dean.device.listMemberSignIns({ userId: 'nobody' })
    expect([strange.status, strange.body.code]).toEqual([404, 'MEMBER_NOT_FOUND'])
  })

  // rules/auth 52
  it('leave out failures from before the membership, which only the person sees', async () => {
    const w = await world()
    const eve = await registered(w, 'eve', {}, w.sister)
    await wrong(w, eve.email)
    const failed = ['password', 'failure', 'INVALID_CREDENTIALS']
    expect(told((await eve.device.listSignIns()).body.data.signIns)).toContainEqual(failed)
    const there = eve.device.on(w.home)
    await there.joinTenant()
    const { user } = (await there.validateToken()).body.data
    const dean = await withRoles(w, await registered(w, 'dean'), ['user', 'admin'])
    const { status, body } = await dean.device.listMemberSignIns({ userId: user._id })
    expect([status, told(body.data.signIns)]).toEqual([200, []])
    await wrong(w, eve.email)
    const seen = await dean.device.listMemberSignIns({ userId: user._id })
    expect(told(seen.body.data.signIns)).toEqual([failed])
  })

  // rules/auth 52
  it('at another school are not shown to a session of the school’s provider', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await ada.device.on(w.sister).joinTenant()
    w.clock.advance(60)
    await w.device({ tenant: w.sister }).login({ email: ada.email, password })
    const vouched = await vouchedFor(w, ada)
    const { signIns } = (await vouched.listSignIns()).body.data
    expect(new Set(signIns.map(({ school }: { school: string }) => school))).toEqual(new Set([w.home]))
  })
})
