import { beforeAll, describe, expect, it } from 'vitest'
import { RegistrationCodeRequired } from '../../functions/auth/contract.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { crowd, type Visitor } from '../attendance/crowd.ts'
import { clubEvent } from '../planning/people.ts'
import { type WholeStream, wholeStream } from '../privacy/stream.ts'
import { admins } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Club, club } from '../support/orgs.ts'
import { type Person, password } from '../support/people.ts'
import type { World } from '../support/world.ts'

describe('the language of mails and notifications', () => {
  let w: World
  let c: Club
  let dean: Person
  let root: Person
  let stream: WholeStream

  beforeAll(async () => {
    const platform = await admins()
    ;({ w, dean } = platform)
    root = platform.root
    c = await club(w)
    const school = { name: 'Lago', location: 'Lago', status: 'active', timezone: 'America/Mexico_City' }
    const created = await root.device.createTenant({ ...school, tenantKey: w.home, locale: 'es-MX' })
    const other = await root.device.createTenant({ ...school, name: 'Lake', tenantKey: w.sister })
    expect([created.status, other.status]).toEqual([201, 201])
    for (const tenantKey of [w.home, w.sister])
      await changeSchool(w.table(tenantKey), {
        tenantKey,
        at: w.clock.now(),
        change: () => ({ newMembers: 'domains', emailDomains: ['students.example.edu'] }),
        also: () => [],
      })
    w.clock.advance(2.1)
    stream = await wholeStream(w)
  })

  const codeMail = async (tenantKey: string) => {
    const email = w.email(`new${tenantKey}`)
    const device = w.device({ tenant: tenantKey })
    expect(await device.register({ email, password, username: 'neu', name: 'Neu' })).toMatchObject(
      refused(RegistrationCodeRequired),
    )
    await w.deliver()
    return w.mails.findLast(({ to }) => to === email)
  }

  // rules/notifications 28
  it('is that of the school: Spanish in one, English in the other', async () => {
    const spanish = await codeMail(w.home)
    expect(spanish?.subject).toBe('Tu código para crear una cuenta')
    expect(spanish?.text).toMatch(
      /^Hola:\n\nAlguien, esperamos que seas tú, quiere crear una cuenta en Lago /,
    )
    expect(spanish?.text).toContain('El código es válido durante 60 minutos.')
    expect(spanish?.html).toContain('<html lang="es" dir="ltr">')
    const english = await codeMail(w.sister)
    expect(english?.subject).toBe('Your code to create an account')
    expect(english?.text).toMatch(/^Hello,\n\nSomebody, hopefully you, wants to create an account at Lake /)
    expect(english?.html).toContain('<html lang="en" dir="ltr">')
  })

  // rules/notifications 28
  it('is that of the school in the inbox and its mails too, with the times of its region', async () => {
    const [visitor] = (await crowd(w, 1)) as [Visitor]
    const times = { start_time: '2026-04-01T18:00:00.000Z', end_time: '2026-04-01T20:00:00.000Z' }
    const more = { registrationEnabled: true, timezone: 'America/Mexico_City', location: 'Sala 3' }
    const eventId = await clubEvent(c, { ...times, ...more })
    await stream.drain()
    const before = w.mails.length
    expect((await visitor.device.registerForEvent({ event_id: eventId })).status).toBe(201)
    await stream.drain()
    const { body } = await visitor.device.listNotifications({})
    const text =
      'Tu inscripción a Spring Open está confirmada. Comienza el miércoles 1 de abril de 2026, 12:00 p. m. (hora estándar central). Ubicación: Sala 3.'
    expect(body.data[0]).toMatchObject({ title: 'Inscripción confirmada: Spring Open', message: text })
    const [mail] = w.mails.slice(before)
    expect(mail?.subject).toBe('Inscripción confirmada: Spring Open')
    expect(mail?.text).toContain(text)
    expect(mail?.text).toContain('Recibes este correo porque te inscribiste en este evento.')
    expect(mail?.text).toContain('Ver evento: http')
  })

  // rules/notifications 28
  it('is that of the school in the response of a notification from a template', async () => {
    const template = { name: 'org_approved', variables: { orgName: 'Ajedrez' } }
    const sent = await dean.device.createNotification({ recipient: c.member.user._id, template })
    expect([sent.status, sent.body.data.title]).toEqual([201, 'Se aprobó Ajedrez'])
  })

  // rules/notifications 28
  it('is that of the school where the platform itself notifies', async () => {
    const before = w.mails.length
    const emailDomains = ['students.example.edu', 'lago.example.edu']
    expect((await root.device.updateTenant({ tenantKey: w.home, emailDomains })).status).toBe(200)
    await stream.drain()
    const { body } = await dean.device.listNotifications({})
    const title = 'Cambió la configuración de inicio de sesión de tu institución'
    expect(body.data[0]).toMatchObject({ title, type: 'security', priority: 'high' })
    expect(body.data[0].message).toMatch(
      /^Cambiaron los dominios de correo .* Ahora son: students\.example\.edu, lago\.example\.edu\. .*El registro/,
    )
    expect(w.mails.slice(before).map(({ subject }) => subject)).toContain(title)
  })

  // rules/notifications 29
  it('comes with templates about sign-in that nobody else can send', async () => {
    const template = { name: 'sign_in_changed' as 'custom', variables: { changes: '[]' } }
    const sent = await dean.device.createNotification({ recipient: c.member.user._id, template })
    expect([sent.status, sent.body.code]).toEqual([400, 'VALIDATION_ERROR'])
  })
})
