import { beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../../functions/pages/call.ts'
import { failureMessage } from '../../../functions/pages/failure-words.ts'
import { failureText } from '../../../lib/contract/failure.ts'
import { type Person, password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { founded } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { type Browser, signedIn } from '../browser.ts'

let w: World
let ada: Person
let orgId: string
let reader: Browser

beforeAll(async () => {
  w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  await enrolSchool(w, w.home, { locale: 'es-MX', timezone: 'America/Mexico_City' })
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  ;({ orgId } = await founded(ada))
  reader = await signedIn(w, ada.email, password)
})

describe('messages of failures with values', () => {
  // rules/http 63
  it('are English for programs, and in the language of the reader on pages', async () => {
    const desk = `/club-dashboard/${orgId}`
    const { body } = await ada.device.postMessage({ orgId, content: 'Jugamos a las seis' })
    const content = 'x'.repeat(5000)
    const refused = await ada.device.postMessage({ orgId, content })
    expect([refused.status, refused.body.code]).toEqual([400, 'CONTENT_TOO_LONG'])
    expect(refused.body.message).toMatch(/^Message exceeds character limit of \d+$/)
    expect(Object.keys(refused.body).sort()).toEqual(['code', 'field', 'message', 'success'])
    const most = refused.body.message.replace(/\D/g, '')
    const shown = await reader.post(desk, { do: 'message-edit', id: body.data._id, content })
    expect(shown.text).toMatch(new RegExp(`El mensaje supera el límite de ${most} caracteres`))
    expect(shown.text).not.toContain('exceeds')
  })

  // rules/http 63
  it('are translated at the fields of a form', async () => {
    const displayName = 'x'.repeat(80)
    const refused = await ada.device.createRole({ orgId, name: 'scribe', displayName, permissions: [] })
    const message = 'Send at most 50 characters'
    expect(refused.body.details).toEqual([{ field: 'displayName', message }])
    await reader.open(`/club-dashboard/${orgId}?part=roles`)
    const shown = await reader.send(`/club-dashboard/${orgId}`, { do: 'save-role', displayName })
    expect(shown.html).toContain('>Escribe como máximo 50 caracteres<')
    expect(shown.text).not.toContain('Send at most')
  })

  it('stay the words of the page where it shows others', () => {
    const text = failureText('At most {most} characters', { most: 7 })
    const refusal = refusalOf(400, { message: 'At most 7 characters' }, { message: text, details: [] })
    expect(failureMessage(refusal)).toBe('At most 7 characters')
    expect(failureMessage({ ...refusal, message: 'Shorten it' })).toBe('Shorten it')
  })
})
