import { describe, expect, it } from 'vitest'
import { Failure } from '../../lib/contract/failure.ts'
import { hashPassword } from '../../lib/identity/credential/password.ts'
import { credential, globalUser, providerLink, providerPointer } from '../../lib/identity/person/records.ts'
import { EmailDomainNotAllowed } from '../../lib/identity/session/linking.ts'
import { password } from '../support/people.ts'
import { bySchool, placeOf, samlProof, signedInByProvider } from '../support/provider-sign-in.ts'
import { fresh, loginOf, reset } from '../support/resets.ts'
import { type World, world } from '../support/world.ts'

/** Somebody whom the school's identity provider brought, under an address that nobody has proven. */
const brought = async (w: World, name = 'ada') => {
  const proof = samlProof(w, name)
  const { tokens, session } = await signedInByProvider(placeOf(w), proof, bySchool(w))
  const device = w.device({ headers: { authorization: `Bearer ${tokens.accessToken}` } })
  return { proof, device, id: session.globalUserId, email: proof.email }
}
type Brought = Awaited<ReturnType<typeof brought>>

const confirm = async (w: World, device: Brought['device'], email: string): Promise<number> => {
  await device.requestEmailCode()
  await w.deliver()
  return (await device.confirmEmail({ code: w.codeFor(email) })).status
}

const linksOf = async (w: World, { proof, id }: Brought) => [
  await w.table().get(providerPointer, proof),
  await w.table().get(providerLink, { ...proof, globalUserId: id }),
]

const refusedBy = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error.kind : error),
  )

describe('a way in by a provider that came before the proof of the address', () => {
  // rules/identity 27
  it('ends with a reset by code', async () => {
    const w = await world()
    const planted = await brought(w)
    expect((await reset(w, planted)).status).toBe(200)
    expect(await linksOf(w, planted)).toEqual([undefined, undefined])
    const user = await w.table().get(globalUser, { id: planted.id })
    expect(user).toMatchObject({ emailVerified: true })
    expect(user).not.toHaveProperty('samlId')
    expect(user).not.toHaveProperty('samlProvider')
    expect((await planted.device.validateToken()).status).toBe(401)
    expect(await refusedBy(signedInByProvider(placeOf(w), planted.proof))).toEqual(EmailDomainNotAllowed)
    expect(await loginOf(w.device(), planted.email, fresh)).toBe(200)
  })

  // rules/identity 27
  it('stays when the code is typed in a session that came by it', async () => {
    const w = await world()
    const ada = await brought(w)
    expect(await confirm(w, ada.device, ada.email)).toBe(200)
    expect(await w.table().get(globalUser, { id: ada.id })).toMatchObject({
      emailVerified: true,
      samlId: ada.proof.subject,
      samlProvider: w.home,
    })
    const again = await signedInByProvider(placeOf(w), ada.proof)
    expect(again.session.globalUserId).toBe(ada.id)
  })

  it('ends when the code is typed in a session that came by password', async () => {
    const w = await world()
    const ada = await brought(w)
    const hash = await hashPassword(password)
    const updatedAt = w.clock.now().toISOString()
    await w.table().put(credential, { globalUserId: ada.id, hash, epoch: 0, updatedAt })
    const device = w.device()
    await device.login({ email: ada.email, password })
    expect(await confirm(w, device, ada.email)).toBe(200)
    expect(await linksOf(w, ada)).toEqual([undefined, undefined])
    expect(await w.table().get(globalUser, { id: ada.id })).not.toHaveProperty('samlId')
    expect(await refusedBy(signedInByProvider(placeOf(w), ada.proof))).toEqual(EmailDomainNotAllowed)
    expect((await device.validateToken()).status).toBe(200)
  })

  it('ends when another provider proves the address', async () => {
    const w = await world()
    const planted = await brought(w)
    const proven = {
      method: 'google',
      issuer: 'google',
      subject: 'owner',
      email: planted.email,
      proven: true,
    } as const
    const owner = await signedInByProvider(placeOf(w), proven)
    expect(owner.session.globalUserId).toBe(planted.id)
    expect(await linksOf(w, planted)).toEqual([undefined, undefined])
    const user = await w.table().get(globalUser, { id: planted.id })
    expect(user).toMatchObject({ emailVerified: true, googleId: 'owner' })
    expect(user).not.toHaveProperty('samlId')
    expect(user).not.toHaveProperty('samlProvider')
    expect((await planted.device.validateToken()).status).toBe(401)
    expect(await refusedBy(signedInByProvider(placeOf(w), planted.proof))).toEqual(EmailDomainNotAllowed)
  })

  it('stays when the address is proven in the moment that another provider proves it too', async () => {
    const w = await world()
    const ada = await brought(w)
    const place = placeOf(w)
    let writes = 0
    const table: typeof place.table = Object.assign(Object.create(place.table), {
      write: async (...given: Parameters<typeof place.table.write>) => {
        writes += 1
        if (writes === 1) expect(await confirm(w, ada.device, ada.email)).toBe(200)
        return place.table.write(...given)
      },
    })
    const proven = {
      method: 'google',
      issuer: 'google',
      subject: 'ada',
      email: ada.email,
      proven: true,
    } as const
    await signedInByProvider({ ...place, table }, proven)
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await signedInByProvider(placeOf(w), ada.proof)).session.globalUserId).toBe(ada.id)
  })

  it('stays after the proof, whatever is proven again', async () => {
    const w = await world()
    const ada = await brought(w)
    expect(await confirm(w, ada.device, ada.email)).toBe(200)
    expect((await reset(w, ada)).status).toBe(200)
    expect((await signedInByProvider(placeOf(w), ada.proof)).session.globalUserId).toBe(ada.id)
  })
})
