import { beforeAll, describe, expect, it } from 'vitest'
import { ConfigOutdated } from '../../functions/management/failures.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { drafted, type Financed, forwarded, office, officer, submitted, treasury } from '../budgets/campus.ts'
import { type Reply, refused } from '../support/agent.ts'
import type { Person } from '../support/people.ts'

let dean: Person
let club: Financed

beforeAll(async () => {
  ;({ dean, club } = await treasury())
})

const tagOf = ({ headers }: Reply): string => headers.etag ?? ''
const from = (tag: string) => ({ headers: { 'if-match': tag } })

describe('a tag of the configuration', () => {
  // rules/management 5
  it('is shown with every answer, and lets one change through', async () => {
    const read = await dean.device.getManagementConfig()
    const tag = tagOf(read)
    expect(tag).toMatch(/^"v1\.\d+"$/)
    const changed = await dean.device.updateManagementConfig({ verificationRequired: true }, from(tag))
    expect([changed.status, tagOf(changed) === tag]).toEqual([200, false])
    const late = await dean.device.updateManagementConfig({ verificationRequired: false }, from(tag))
    expect(late).toMatchObject(refused(ConfigOutdated))
    expect(tagOf(await dean.device.getManagementConfig())).toBe(tagOf(changed))
    const list = `"v0", W/${tagOf(changed)}`
    expect(
      (await dean.device.updateManagementConfig({ verificationRequired: false }, from(list))).status,
    ).toBe(200)
    expect((await dean.device.updateManagementConfig({}, from('*'))).status).toBe(200)
    expect(await dean.device.updateManagementConfig({}, from('anything'))).toMatchObject(
      refused(ConfigOutdated),
    )
  })

  // rules/management 5
  it('lets one of several through that come at once from the same', async () => {
    const tag = tagOf(await dean.device.getManagementConfig())
    const names = ['eventCreation', 'memberManagement', 'fundingRequests']
    const replies = await Promise.all(
      names.map((name) =>
        dean.device.updateManagementConfig({ [`featureAccess.${name}`]: 'approved_only' }, from(tag)),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await dean.device.updateManagementConfig({
      featureAccess: { eventCreation: 'all', memberManagement: 'all', fundingRequests: 'verified_only' },
    })
  })

  // rules/management 8
  it('is another when budgets were configured meanwhile, by whichever way', async () => {
    const whole = tagOf(await dean.device.getManagementConfig())
    const finance = await dean.device.getFinanceConfig()
    const { budgetTemplates } = finance.body.data
    const [first] = budgetTemplates
    const again = { budgetTemplates: [{ ...first, displayName: 'Yearly' }] }
    const changed = await dean.device.updateFinanceConfig(again, from(tagOf(finance)))
    expect(changed.status).toBe(200)
    const outdated = await dean.device.updateFinanceConfig({ budgetTemplates }, from(tagOf(finance)))
    expect(outdated).toMatchObject(refused(ConcurrentChange))
    const late = await dean.device.updateManagementConfig({ budgetTemplates }, from(whole))
    expect(late).toMatchObject(refused(ConfigOutdated))
    const now = tagOf(await dean.device.getManagementConfig())
    const back = await dean.device.updateManagementConfig({ budgetTemplates }, from(now))
    expect(back.status).toBe(200)
    expect(tagOf(await dean.device.getManagementConfig())).toBe(tagOf(back))
  })
})

describe('a tag of a budget', () => {
  it('is shown by every answer of a change, and an old one changes nothing', async () => {
    const { treasurer } = club
    const named = await drafted(club)
    const tag = tagOf(await treasurer.device.getBudget(named))
    const edit = { ...named, lineItems: [{ key: 'operating', amount: 5 }] }
    const edited = await treasurer.device.updateBudget(edit, from(tag))
    expect([edited.status, tagOf(edited)]).toEqual([200, '"v2"'])
    const late = refused(ConcurrentChange)
    expect(await treasurer.device.updateBudget(edit, from(tag))).toMatchObject(late)
    expect(await treasurer.device.submitBudget(named, from(tag))).toMatchObject(late)
    expect((await treasurer.device.submitBudget(named, from(tagOf(edited)))).status).toBe(200)
  })

  it('guards decisions, those of the organization and those of the school', async () => {
    const { owner } = club
    const waiting = { ...(await submitted(club)), ...officer }
    const read = tagOf(await owner.device.getBudget(waiting))
    const old = from('"v1"')
    const late = refused(ConcurrentChange)
    expect(await owner.device.rejectBudgetStage(waiting, old)).toMatchObject(late)
    expect(await owner.device.requestBudgetRevision({ ...waiting, message: 'x' }, old)).toMatchObject(late)
    expect(await owner.device.approveBudgetStage(waiting, old)).toMatchObject(late)
    expect((await owner.device.approveBudgetStage(waiting, from(read))).status).toBe(200)
    const ofSchool = { ...(await forwarded(club)), ...office }
    const seen = tagOf(await dean.device.getFinanceBudget(ofSchool))
    expect(await dean.device.rejectFinanceStage(ofSchool, old)).toMatchObject(late)
    expect(await dean.device.requestFinanceRevision({ ...ofSchool, message: 'x' }, old)).toMatchObject(late)
    expect(await dean.device.approveFinanceStage(ofSchool, old)).toMatchObject(late)
    expect((await dean.device.approveFinanceStage(ofSchool, from(seen))).status).toBe(200)
  })
})

describe('a page of another origin', () => {
  it('may show the tag of what it changes, and reads tags and cursors', async () => {
    const origin = 'http://localhost:5173'
    const reply = await dean.device.getManagementConfig({}, { headers: { origin } })
    const exposed = (reply.headers['access-control-expose-headers'] ?? '').toLowerCase().split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['etag', 'x-next-cursor', 'content-disposition']))
    const asked = { headers: { origin, 'access-control-request-method': 'PUT' } }
    const preflight = await dean.device.request('management', 'OPTIONS', '/org-management/config', asked)
    expect(preflight.headers['access-control-allow-headers']).toMatch(/\bIf-Match\b/)
  })
})
