import { beforeEach, describe, expect, it } from 'vitest'
import { maxChanges } from '../../../functions/operators/roster-shapes.ts'
import { withTotp } from '../../mfa/factors.ts'
import { admins } from '../../support/administrators.ts'
import type { Agent } from '../../support/agent.ts'
import { enrolSchool } from '../../support/schools.ts'
import { streamOf } from '../../support/streamed.ts'
import type { World } from '../../support/world.ts'
import { type Browser, browser } from '../browser.ts'

let w: World
let dean: Agent
let page: Browser

const path = '/admin?part=roster'
const [ada, ben, eva] = ['ada@x.example.edu', 'ben@x.example.edu', 'eva@x.example.edu'] as const
const listed = async (): Promise<string[]> =>
  (await dean.listRoster()).body.data.entries.map(({ email }: { email: string }) => email)
const ask = (mode: string, file: string) => page.send('/admin', { do: 'roster-ask', mode, file })
const save = () => page.send('/admin', { do: 'roster-save' })

beforeEach(async () => {
  const found = await admins()
  w = found.w
  dean = found.dean.device
  await enrolSchool(w, w.home)
  page = browser(w, { jar: dean.jar })
})

describe('the page of the roster', () => {
  // rules/auth 46
  it('takes a file, shows what it changes, and changes that once it is confirmed', async () => {
    const empty = await page.open(path)
    expect(empty.text).toContain('The roster has no effect yet')
    expect(empty.text).toContain('The roster is empty')
    const shown = await ask('add', `Name;E-Mail\n"Ben ""B""";${ben}\nAda;${ada}\nNobody;none\n`)
    expect(shown.text).toContain('2 addresses can join.')
    expect(shown.text).toContain('Skipped 1 row without a valid address, such as none')
    expect(await listed()).toEqual([])
    const saved = await save()
    expect([saved.address, saved.text]).toEqual([
      `${path}&done=roster-saved`,
      expect.stringContaining('2 addresses'),
    ])
    expect(await listed()).toEqual([ada, ben])
    await streamOf(w).drain()
    expect(w.mails.filter(({ text }) => text.includes('was changed: 2 new, 0 removed.'))).not.toEqual([])
    const other = await ask('replace', `${ben}\n${eva}`)
    expect(other.text).toContain('1 address can no longer join. Members stay members')
    expect(other.text).toContain('1 does not change. The roster then has 2 addresses.')
    await save()
    expect(await listed()).toEqual([ben, eva])
    await page.open(path)
    await page.send('/admin', { do: 'roster-ask', mode: 'remove', csv: `${eva}\r\n` })
    expect((await save()).text).toContain('1 address on the roster')
    const found = await page.open(`${path}&search=${ben}`)
    expect(found.text).toContain(`${ben} since`)
    expect((await page.open(`${path}&search=${eva}`)).text).toContain('This address is not on the roster')
  })

  // rules/http 54
  it('reads a file as spreadsheets save it', async () => {
    await page.open(path)
    const utf16 = Array.from(`Name;Email\r\nAda;${ada}\r\n`, (letter) => `${letter}\0`).join('')
    expect((await ask('add', utf16)).text).toContain('1 address can join.')
    await save()
    expect(await listed()).toEqual([ada])
  })

  it('shows anew what a list changes when somebody else has changed the roster', async () => {
    await page.open(path)
    await ask('replace', ada)
    const { seen } = (await dean.previewRoster({ mode: 'add', emails: [ben] })).body.data
    await dean.saveRoster({ mode: 'add', emails: [ben], seen })
    const again = await save()
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Preview this change again')])
    expect(again.text).toContain('1 address can no longer join')
    await save()
    expect(await listed()).toEqual([ada])
  })

  it('goes on until a long list is through', async () => {
    await page.open(path)
    const many = Array.from({ length: maxChanges + 1 }, (_, at) => `p${at}@x.example.edu`)
    await ask('add', many.join('\r\n'))
    const first = await save()
    expect(first.text).toContain('1 change remains. Each step makes 2,000.')
    expect((await dean.listRoster()).body.data.total).toBe(maxChanges)
    expect((await save()).address).toBe(`${path}&done=roster-saved`)
    expect((await dean.listRoster()).body.data.total).toBe(maxChanges + 1)
  })

  it('asks for addresses, and says what it cannot read', async () => {
    await page.open(path)
    expect((await ask('replace', '')).text).toContain('Choose a file, or paste addresses.')
    expect((await ask('replace', ' \n')).text).toContain('Choose a file, or paste addresses.')
    expect((await ask('add', '"')).text).toContain('Send one address in each row')
    expect(page.page().text).toContain('Preview changes')
  })

  it('leads who has to prove themselves back to it', async () => {
    const app = await withTotp(w, dean)
    await page.open(path)
    await ask('add', ada)
    w.clock.advance(1000)
    for (const refused of [await save(), await page.open(path)]) {
      expect(refused.status).toBe(403)
      const { href } = refused.links.find(({ text }) => text === 'Confirm it') ?? {}
      expect(href).toBe(`/settings/proof?next=${encodeURIComponent(path)}&by=factor`)
    }
    expect((await dean.confirmByCode({ code: app.code() })).status).toBe(200)
    expect(await listed()).toEqual([])
  })

  it('takes no form of another site, and no list that is too long', async () => {
    await page.open(path)
    const at = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const strange = await page.send('/admin', { do: 'roster-ask', mode: 'add', file: ada }, at)
    expect([strange.status, strange.text]).toEqual([403, expect.not.stringContaining('can join')])
    await page.open(path)
    expect((await ask('add', `${'x'.repeat(3 * 1024 * 1024)}\n`)).status).toBe(413)
  })

  it('says when it is the roster that decides', async () => {
    const door = (await dean.getDoor()).body.data
    const wanted = { ...door, newMembers: 'rostered', breakGlass: [] }
    const { seen } = (await dean.previewDoor(wanted)).body.data
    expect((await dean.setDoor({ ...wanted, seen })).status).toBe(200)
    w.clock.advance(3)
    expect((await page.open(path)).text).toContain('Only people on this roster')
  })
})
