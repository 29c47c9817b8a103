import { expect, it } from 'vitest'
import { readCertificates } from '../functions/saml/certificates.ts'
import { requireResponse } from '../functions/saml/response.ts'
import { carelessAbout } from './saml/careless.ts'
import { answerOf, facts, idp } from './saml/idp.ts'
import { replacing, type Careless } from './saml/lenient.ts'
import { mutants } from './saml/mutants.ts'
import { honest } from './saml/honest-mutants.ts'
const now = new Date('2026-03-02T12:00:00.000Z')
const provider = idp()
const request = { entityId: 'http://school.localhost/auth/saml/metadata', callback: 'http://school.localhost/auth/saml/callback', requestId: '_request' }
it('x', async () => {
  const out: string[] = []
  for (const m of mutants.filter((one) => !honest.includes(one))) {
    const g = facts(provider, request, now)
    const c = m.change(now, g)
    const text = (c.edit ?? ((x: string) => x))(answerOf(provider, { ...g, ...c.facts }, c.seal))
    const walls: string[] = []
    let end = ''
    for (let i = 0; i < 15; i++) {
      const seen = replacing(new Map<string, Careless>(walls.map((w) => [w, carelessAbout(w, text)])))
      try {
        const s = await requireResponse(seen, text, { certificates: readCertificates([provider.certificate]) ?? [], wantAssertionsSigned: true, wantMessageSigned: false, wantAssertionsEncrypted: false, key: async () => undefined, ...m.config }, { issuer: provider.entityId, audience: request.entityId, recipient: request.callback, request: '_request', now })
        end = `taken as ${s.nameId} ${s.attributes.get('displayName')} ${s.attributes.get('role')}`
        break
      } catch (e) {
        const next = seen.done.find(({ ok }) => !ok)?.name
        if (!next || walls.includes(next)) { end = `STUCK ${next} ${String(e).slice(0, 100)}`; break }
        walls.push(next)
      }
    }
    out.push(`${m.name} | ${walls.join(', ')} | ${end}`)
  }
  console.log(out.join('\n'))
  expect(1).toBe(1)
})
