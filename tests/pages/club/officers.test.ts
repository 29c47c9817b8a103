import { beforeAll, describe, expect, it } from 'vitest'
import { enrolSchool } from '../../support/schools.ts'
import { society } from '../../support/societies.ts'
import { type World, world } from '../../support/world.ts'
import { browser } from '../browser.ts'

let w: World
let club: Awaited<ReturnType<typeof society>>

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  club = await society(w, 'rowing', { org_name: 'Harbour Rowing' })
})

type Device = { readonly device: { readonly jar: Map<string, string> } }
const openAs = ({ device }: Device, path: string) => browser(w, { jar: device.jar }).open(path)

describe('the club page', () => {
  it('names the people who run the club to readers who are signed in, highest role first', async () => {
    const shown = await openAs(club.outsider, `/org/${club.orgId}`)
    const names = [club.owner, club.admin, club.officer].map(({ user }) => user.name)
    const [owner, admin, officer] = names
    expect(shown.text).toContain('Who runs the club')
    expect(shown.text.split('Who runs the club')[1]).toMatch(
      new RegExp(`${owner} Owner .*${admin} Admin .*${officer} Officer`),
    )
    expect(shown.text.split('Who runs the club')[1]).not.toContain(club.member.user.name)
    expect((await browser(w).open(`/org/${club.orgId}`)).text).not.toContain('Who runs the club')
  })

  it('lets the owner hand over the club, who cannot leave it', async () => {
    const owner = await openAs(club.owner, `/org/${club.orgId}`)
    expect(owner.text).not.toContain('Leave club')
    const next = owner.links.find(({ text }) => text === 'Hand over ownership')?.href ?? ''
    expect((await openAs(club.owner, next)).text).toContain(club.member.user.name)
    const member = await openAs(club.member, `/org/${club.orgId}`)
    expect(member.text).toContain('Leave club')
    expect(member.text).not.toContain('Hand over ownership')
  })

  it('leads officers to the club dashboard and plain members to a page for members', async () => {
    const officer = await openAs(club.officer, `/org/${club.orgId}`)
    expect(officer.text).toContain('Open club dashboard')
    expect((await openAs(club.officer, `/club-dashboard/${club.orgId}`)).title).toContain('Manage Harbour')
    const member = await openAs(club.member, `/org/${club.orgId}`)
    expect(member.text).not.toContain('dashboard')
    const inside = await openAs(club.member, member.links.find(({ text }) => /^Open/.test(text))?.href ?? '')
    expect(inside.title).toContain("Members' page of Harbour Rowing")
    expect(inside.text).not.toContain('Manage')
    expect((await openAs(club.member, '/clubs?mine=yes')).text).toContain('Members, events and news')
  })
})
