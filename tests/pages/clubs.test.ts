import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sources } from '../house/files.ts'
import { type Person, password, registered } from '../support/people.ts'
import { jpegWithLocation, png, secret } from '../support/pictures.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded, joined } from '../support/societies.ts'
import { type World, world } from '../support/world.ts'
import { type Browser, browser, signedIn } from './browser.ts'

let w: World
let ada: Person
let owner: Browser

beforeAll(async () => {
  w = await world()
  await enrolSchool(w, w.home)
  ada = await registered(w, 'ada', { username: 'ada', name: 'Ada' })
  owner = await signedIn(w, ada.email, password)
})

const idIn = (address: string): string => /^\/club-dashboard\/([^?]+)/.exec(address)?.[1] ?? ''
const clubOf = async (orgId: string) => (await ada.device.getOrganization({ id: orgId })).body.org[0]
const texts = { do: 'create', org_description: 'We play on Fridays' }

describe('a text that is too long', () => {
  it('is refused with its limit, and kept in the form', async () => {
    const { orgId } = await founded(ada, { org_name: 'Quilters', org_description: 'We quilt' })
    const page = await owner.open(`/club-dashboard/${orgId}?part=page`)
    // Browsers cut a pasted text at `maxlength`.
    expect(page.html).not.toMatch(/<textarea[^>]*maxlength/)
    const long = 'x'.repeat(650)
    const refused = await owner.send(`/club-dashboard/${orgId}`, { do: 'save-page', org_description: long })
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('id="org_description-wrong">Enter at most 500 characters</span>'),
    ])
    expect(refused.html).toContain(`>${long}</textarea>`)
    expect((await clubOf(orgId)).org_description).toBe('We quilt')
  })

  it('is cut by no text area of a page', () => {
    const cutting = sources('functions/pages').filter((path) =>
      /<textarea[^>]*maxlength/.test(readFileSync(path, 'utf8')),
    )
    expect(cutting).toEqual([])
  })
})

describe('the club directory', () => {
  it('lists clubs for everybody, finds them by the beginning of a word, and leads to their pages', async () => {
    await founded(ada, { org_name: 'Marble Runners', org_description: 'Marbles and more' })
    const anybody = browser(w)
    const all = await anybody.open('/clubs')
    expect(all.text).toContain('Marble Runners Marbles and more')
    expect(all.links.map(({ text }) => text)).not.toContain('Create club')
    const found = await anybody.open('/clubs?search=runn')
    expect(found.text).toContain('Marble Runners')
    const none = await anybody.open('/clubs?search=nowhere')
    expect(none.text).toContain('No clubs found for')
    await anybody.open('/clubs')
    expect((await anybody.follow('Marble Runners')).title).toContain('Marble Runners')
  })

  it('shows the own clubs of the reader, and ends following from the list', async () => {
    const ben = await registered(w, 'ben', { username: 'ben', name: 'Ben' })
    const [inside, beside] = [await founded(ada), await founded(ada)]
    await joined(inside, ben)
    await ben.device.followOrganization({ orgId: beside.orgId })
    const reader = await signedIn(w, ben.email, password)
    const mine = await reader.open('/clubs?mine=yes')
    expect(mine.text).toMatch(
      new RegExp(`Clubs you belong to . ${inside.name}.*Clubs you follow ${beside.name}`),
    )
    const after = await reader.send('/clubs', { do: 'unfollow' })
    expect(after.text).toMatch(/You no longer follow this club\. Follow again.*You do not follow a club yet/)
    expect((await reader.send('/clubs', { do: 'follow' })).text).toMatch(
      new RegExp(`Clubs you follow ${beside.name}`),
    )
    for (const path of [after.address, `/org/${beside.orgId}?done=unfollowed`])
      expect((await reader.open(path)).text).not.toMatch(/You no longer follow|Follow again/)
    expect((await browser(w).open('/clubs?mine=yes')).text).toContain('Sign in')
  })
})

describe('applications of the reader', () => {
  it('are listed with their results, and withdrawn from the list or from the club page', async () => {
    const [one, two] = [
      await founded(ada, { requireApprovalForJoin: 'true' }),
      await founded(ada, { requireApprovalForJoin: 'true' }),
    ]
    const kim = await registered(w, 'kim', { username: 'kim', name: 'Kim' })
    const reader = await signedIn(w, kim.email, password)
    expect((await reader.open('/clubs?mine=yes')).text).not.toContain('Applications')
    for (const { orgId } of [one, two]) await kim.device.applyToOrganization({ orgId })
    const shown = await reader.open('/clubs?mine=yes')
    expect(shown.text).toMatch(
      new RegExp(`Applications .*${two.name} Sent just now Waiting.*${one.name} Sent just now Waiting`),
    )
    expect(shown.text).toContain('your answers are lost. You can apply again. Yes, withdraw')
    const after = await reader.send('/clubs', { do: 'withdraw' })
    expect(after.text).toMatch(new RegExp(`${two.name} Sent just now, withdrawn just now Withdrawn`))
    await reader.open(`/org/${one.orgId}`)
    const club = await reader.send(`/org/${one.orgId}`, { do: 'withdraw' })
    expect(club.text).toMatch(/Application withdrawn\..*Apply to join/)
    const again = await reader.post(`/org/${one.orgId}`, { do: 'withdraw' })
    expect(again.status).toBe(404)
  })

  it('are withdrawn by nobody else', async () => {
    const club = await founded(ada, { requireApprovalForJoin: 'true' })
    const lee = await registered(w, 'lee', { username: 'lee', name: 'Lee' })
    await lee.device.applyToOrganization({ orgId: club.orgId })
    const { body } = await lee.device.listOwnApplications()
    const sent = await owner.post('/clubs', {
      do: 'withdraw',
      orgId: club.orgId,
      id: body.applications[0]._id,
    })
    expect(sent.status).toBe(404)
    expect((await lee.device.listOwnApplications()).body.applications[0].status).toBe('pending')
  })
})

describe('a link to a club', () => {
  it('has a preview with the banner, or the logo without one', async () => {
    const { orgId } = await founded(ada, { org_name: 'Lantern Society' })
    const bare = await browser(w).open(`/org/${orgId}`)
    expect(bare.html).toContain('<meta property="og:title" content="Lantern Society">')
    expect(bare.html).not.toContain('og:image"')
    const desk = `/club-dashboard/${orgId}`
    await owner.open(`${desk}?part=page`)
    await owner.send(desk, { do: 'save-page' }, {}, { bannerImage: png(120, 60) })
    const { org_banner_image: banner } = await clubOf(orgId)
    const shown = await browser(w).open(`/org/${orgId}`)
    expect(shown.html).toContain(`<meta property="og:image" content="${banner}">`)
    expect(shown.html).toContain('summary_large_image')
  })
})

describe('the form for a new club', () => {
  it('is for people who are signed in', async () => {
    expect((await browser(w).open('/clubs?new=yes')).address).toContain('/login')
  })

  // rules/http 47
  it('creates a club with its pictures, which are stored without their location', async () => {
    await owner.open('/clubs?new=yes')
    const put = vi.spyOn(w.runtime.gateways.media, 'put')
    const image = await jpegWithLocation(png(90, 60), 1)
    const sent = { ...texts, org_name: 'Go Club', instagram: 'https://www.instagram.com/go/?hl=en' }
    const made = await owner.send('/clubs', sent, {}, { image })
    const stored = put.mock.calls.map(([, bytes]) => Buffer.from(bytes))
    put.mockRestore()
    expect([made.status, made.text]).toEqual([200, expect.stringContaining('Club created.')])
    const club = await clubOf(idIn(made.address))
    expect([club.org_name, club.socialLinks[0].username]).toEqual(['Go Club', 'go'])
    const { links } = await browser(w).open(`/org/${idIn(made.address)}`)
    expect(links).toContainEqual({ href: 'https://www.instagram.com/go', text: 'Instagram' })
    expect(club.org_profile_image).toMatch(/^https?:.*\.jpg$/)
    expect(stored.map((bytes) => bytes.includes(secret))).toEqual([false])
  })

  it('comes back with what was entered, and says beside the field what is wrong', async () => {
    await owner.open('/clubs?new=yes')
    const taken = await owner.send('/clubs', { ...texts, org_name: 'Go Club' })
    expect(taken.status).toBeGreaterThanOrEqual(400)
    expect(taken.html).toContain('We play on Fridays')
    expect(taken.html).toMatch(/id="org_name-wrong"|class="tell bad"/)
    const noPicture = { image: new TextEncoder().encode('no picture') }
    const wrong = await owner.send('/clubs', { ...texts, org_name: 'Rook Club' }, {}, noPicture)
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('cannot be used as a picture')])
    expect(wrong.html).toMatch(/id="image-wrong" tabindex|class="wrong" id="image-wrong"/)
    expect(wrong.html).not.toContain('class="tell bad"')
    expect(wrong.text).not.toContain('Choose the file again')
    const files = { ...noPicture, bannerImage: png(120, 60) }
    const both = await owner.send('/clubs', { ...texts, org_name: 'Rook Club' }, {}, files)
    expect(both.text).toMatch(/Banner \(optional\).*with the logo\. Choose the file again\./)
    expect(both.text.split('Choose the file again')).toHaveLength(2)
  })
})

describe('the page of a club', () => {
  it('is changed by its owner: texts, links, pictures and whether the directory lists it', async () => {
    const { orgId } = await founded(ada, { org_name: 'Rowing Crew' })
    const desk = `/club-dashboard/${orgId}`
    await owner.open(`${desk}?part=page`)
    const changes = {
      do: 'save-page',
      org_description: 'We row at dawn',
      // Without its beginning, as people write it.
      'site-1': 'row.example',
      'site-title-1': 'Our boats',
      approval: 'yes',
    }
    const bannerImage = png(120, 60)
    const saved = await owner.send(desk, changes, {}, { bannerImage, image: png(60, 60) })
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Club page saved.')])
    const club = await clubOf(orgId)
    expect(club).toMatchObject({
      org_name: 'Rowing Crew',
      org_description: 'We row at dawn',
      requireApprovalForJoin: true,
      socialLinks: [{ type: 'website', url: 'https://row.example', title: 'Our boats' }],
    })
    expect([club.org_banner_image, club.org_profile_image]).toEqual([
      expect.stringMatching(/\.webp$/),
      expect.stringMatching(/\.webp$/),
    ])
    await owner.open(`${desk}?part=page`)
    const wrong = { 'site-1': 'not a url', 'site-title-2': 'Our blog', org_name: '', org_description: ' ' }
    const refused = await owner.send(desk, { do: 'save-page', ...wrong })
    expect(refused.status).toBe(400)
    for (const [name, words] of [
      ['org_name', 'Enter a name'],
      ['org_description', 'Enter a description'],
      ['site-1', 'Enter a web address, such as https://example.edu'],
      ['site-2', 'Enter the address of this website, or remove its title'],
    ])
      expect(refused.html).toContain(`id="${name}-wrong">${words}<`)
    await owner.open(`${desk}?part=page`)
    await owner.send(desk, { do: 'save-page', 'no-logo': 'yes', 'no-banner': 'yes', unlisted: 'yes' })
    expect(await clubOf(orgId)).toMatchObject({
      org_banner_image: null,
      org_profile_image: '/Logo.svg',
      unlisted: true,
      requireApprovalForJoin: true,
    })
    expect((await browser(w).open('/clubs')).text).not.toContain('Rowing Crew')
  })

  it('is for its owner alone: others are refused, whatever they send', async () => {
    const ben = await registered(w, 'benny', { username: 'benny', name: 'Benny' })
    const club = await founded(ada)
    await joined(club, ben)
    const member = await signedIn(w, ben.email, password)
    const desk = `/club-dashboard/${club.orgId}`
    expect((await member.open(desk)).links.map(({ text }) => text)).not.toContain('Club page')
    const sent = await member.post(desk, { do: 'save-page', org_name: 'Mine', org_description: 'Mine' })
    expect(sent.status).toBe(403)
    expect((await clubOf(club.orgId)).org_name).toBe(club.name)
  })
})
