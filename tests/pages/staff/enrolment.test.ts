import { beforeAll, describe, expect, it } from 'vitest'
import { globalUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { admins } from '../../support/administrators.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser, signedIn } from '../browser.ts'

const tenantKey = `lago${process.pid}`

let w: World
let root: Person
let console: Browser

beforeAll(async () => {
  const found = await admins()
  w = found.w
  root = found.root
  await enrolSchool(w, w.home)
  console = await signedIn(w, root.email, password, 'www')
})

const setup = async () => (await root.device.getTenant({ tenantKey })).body.data.setup

describe('a new school', () => {
  // rules/tenants 25
  it('leads to its record, with what comes next', async () => {
    await console.open('/admin')
    await console.follow('Enroll a school')
    const fields = { name: 'Universidad del Lago', location: 'Guadalajara' }
    const place = { timezone: 'America/Mexico_City', locale: 'es-MX', status: 'coming_soon' }
    const record = await console.send('/admin', { do: 'enrol', tenantKey, ...fields, ...place })
    expect(record.address).toContain(`part=school&id=${tenantKey}`)
    expect(record.text).toContain('School enrolled.')
    expect(record.text).toMatch(/What comes next Open the school Current step/)
    expect(record.text).toContain('Only an open school accepts new accounts')
    expect(record.text).toMatch(/Spanish \(Mexico\) \S+ America\/Mexico_City/)
    expect(await setup()).toEqual({ administrators: 0, hasSignInRules: false })
  })

  // rules/tenants 25
  it('is opened from there, and gets its first administrator', async () => {
    await console.open(`/admin?part=school&id=${tenantKey}`)
    const opened = await console.send('/admin', { do: 'status', status: 'active' })
    expect(opened.address).toContain(`part=school&id=${tenantKey}`)
    expect(opened.text).toMatch(/Appoint the first administrator Current step/)
    expect(opened.links.filter(({ text }) => text === 'Open its people page')).toHaveLength(1)
    const eva = await registered(w, 'eva', { username: 'evalago', name: 'Eva Lago' }, tenantKey)
    const there = await signedIn(w, root.email, password, tenantKey)
    const none = await there.open('/admin?part=people')
    expect(none.text).toContain('Todavía no hay administradores')
    const unconfirmed = await there.open('/admin?part=people&search=eva')
    expect(unconfirmed.text).toContain('Dirección sin confirmar')
    const person = await there.open(`/admin?part=people&search=eva&id=${eva.user._id}`)
    expect(person.text).toContain('Dirección sin confirmar')
    await there.open('/admin?part=people&search=eva')
    const warned = await there.follow('Nombrar administrador')
    expect(warned.text).toMatch(
      /Dirección sin confirmar: cualquiera puede crear una cuenta .* Eva Lago .*eva/,
    )
    const { globalUserId: id } = (await w.table(tenantKey).get(tenantUser, { id: eva.user._id })) ?? {}
    await w.table().update(globalUser, { id: id ?? '' }, { set: { emailVerified: true } })
    expect((await there.open('/admin?part=people&search=eva')).text).not.toContain('Dirección sin confirmar')
    const asked = await there.follow('Nombrar administrador')
    expect(asked.text).not.toContain('Dirección sin confirmar')
    await there.send('/admin', { do: 'make-admin', id: eva.user._id })
    expect((await setup()).administrators).toBe(1)
    const next = await console.open(`/admin?part=school&id=${tenantKey}`)
    expect(next.text).toContain('1 administrator')
    expect(next.text).toMatch(/Add its mail domains Current step/)
    expect(next.html).toContain('<h2>What comes next</h2>')
  })

  it('comes back with what was entered where its subdomain is taken', async () => {
    await console.open('/admin?part=enrol')
    const fields = { name: 'Second', location: 'Here', timezone: 'America/Chicago' }
    const refused = await console.send('/admin', { do: 'enrol', tenantKey, ...fields })
    expect([refused.status >= 400, refused.html.includes('value="Second"')]).toEqual([true, true])
    expect(refused.html).toContain('id="tenantKey-wrong"')
  })

  it('comes back with all mistakes at once, each at its field', async () => {
    const mistakes = {
      [tenantKey]: 'A school with this subdomain already exists.',
      'Not A Key': 'Use 2 to 32 lowercase letters',
      api: 'This subdomain is reserved.',
    }
    for (const [key, message] of Object.entries(mistakes)) {
      await console.open('/admin?part=enrol')
      const fields = { name: '', location: 'Here', timezone: 'Chicago' }
      const { status, html, text } = await console.send('/admin', { do: 'enrol', tenantKey: key, ...fields })
      expect(status).toBe(400)
      expect(text).toContain(message)
      for (const name of ['tenantKey', 'name', 'timezone']) expect(html).toContain(`id="${name}-wrong"`)
    }
  })

  it('shows its remaining steps to no one else', async () => {
    const student = await signedIn(w, (await registered(w, 'ada', {})).email, password)
    expect((await student.open(`/admin?part=school&id=${tenantKey}`)).text).not.toContain('What comes next')
    expect(
      (await browser(w, { tenant: 'www' }).open(`/admin?part=school&id=${tenantKey}`)).text,
    ).not.toContain('What comes next')
  })
})
