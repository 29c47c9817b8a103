import type { Edit } from './edits.ts'

/** Declarations of new fields: a motto for clubs, a purpose for budgets, pronouns for people. */
const declarations = {
  motto: "z.optional(described(text(120, 0), 'Motto of the organization', 'Think before you move'))",
  purpose: "z.optional(described(text(300, 0), 'Purpose of the budget', 'Boards and clocks'))",
  pronouns: "z.optional(described(line(40, 0), 'Pronouns of the person', 'she/her'))",
} as const
export type NewField = keyof typeof declarations

const places: Readonly<Record<NewField, Pick<Edit, 'path' | 'before'>>> = {
  motto: { path: 'lib/contract/organizations.ts', before: '  org_description: described(' },
  purpose: { path: 'functions/budgets/contract/shapes.ts', before: '  title: described(' },
  pronouns: { path: 'lib/contract/people.ts', before: '  tags: described(' },
}

/** One line that declares a field beside the others of its record. */
export const declaring = (name: NewField, declaration: string = declarations[name]): Edit => ({
  ...places[name],
  text: `  ${name}: ${declaration},\n`,
})

/** Each field where "Adding a field" in CONTRIBUTING.md says. */
export const newFields: Readonly<Record<NewField, readonly Edit[]>> = {
  motto: [
    declaring('motto'),
    {
      path: 'functions/pages/club/club.ts',
      before: '${links.length === 0 ?',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template
      text: '${club.motto ? html`<p dir="auto">${club.motto}</p>` : \'\'}',
    },
  ],
  purpose: [declaring('purpose')],
  pronouns: [declaring('pronouns')],
}

/** What the fields do, through the front door of the copy. */
export const behaviour: Edit = {
  path: 'tests/organizations/new-fields.test.ts',
  text: `import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../functions/routes.ts'
import { openapi, schemaNames } from '../../infra/derive/openapi/openapi.ts'
import { type Financed, treasury } from '../budgets/campus.ts'
import { browser } from '../pages/browser.ts'
import type { Person } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { founded } from '../support/societies.ts'
import type { World } from '../support/world.ts'

let w: World
let dean: Person
let club: Financed
beforeAll(async () => {
  ;({ w, dean, club } = await treasury())
  await enrolSchool(w, w.home)
})

describe('a new field', () => {
  it('of a club is set, listed, exported, changed and cleared', async () => {
    const { orgId } = await founded(dean, { motto: 'Think first' })
    const motto = async () => (await dean.device.getOrganization({ id: orgId })).body.org[0].motto
    const inList = (list: { _id: string; motto?: string }[]) => list.find(({ _id }) => _id === orgId)?.motto
    expect(await motto()).toBe('Think first')
    expect((await browser(w).open('/org/' + orgId)).text).toContain('Think first')
    expect(inList((await dean.device.listOrganizations({})).body.orgs)).toBe('Think first')
    expect(inList((await dean.device.listManagedOrganizations({})).body.data)).toBe('Think first')
    expect(inList((await dean.device.exportOrganizations({ format: 'json' })).body.data)).toBe('Think first')
    const table = (await dean.device.exportOrganizations({ format: 'csv' })).body
    expect(String(table)).toMatch(/^\ufeffName,.*,motto[^]*,Think first/)
    const edit = (change: object) => dean.device.editOrganization({ orgId, ...change })
    expect((await edit({ motto: 'Move fast' })).body.org.motto).toBe('Move fast')
    expect((await edit({ requireApprovalForJoin: true })).body.org.motto).toBe('Move fast')
    expect((await edit({ motto: 'x'.repeat(121) })).status).toBe(400)
    expect((await edit({ motto: '' })).status).toBe(200)
    expect(await motto()).toBeUndefined()
  })

  it('of a budget is set, exported, changed and cleared', async () => {
    const { orgId, treasurer } = club
    const request = { orgId, templateKey: 'annual_club', fiscalYear: '2041', purpose: 'Boards' }
    const made = await treasurer.device.createBudget(request)
    expect([made.status, made.body.data.purpose]).toEqual([201, 'Boards'])
    const named = { orgId, budgetId: made.body.data._id }
    const edit = async (change: object) =>
      (await treasurer.device.updateBudget({ ...named, ...change })).body.data.purpose
    expect(await edit({ purpose: 'Clocks' })).toBe('Clocks')
    expect(await edit({ title: 'Other' })).toBe('Clocks')
    expect((await treasurer.device.exportBudget({ ...named, format: 'csv' })).body).toContain('purpose,Clocks')
    expect((await treasurer.device.listBudgets({ orgId })).body.data[0].purpose).toBe('Clocks')
    expect(await edit({ purpose: null })).toBeUndefined()
  })

  it('of a profile is set, exported with the personal data, changed and cleared', async () => {
    const edit = async (change: object) => (await dean.device.updateUser(change)).body.data.user.pronouns
    expect(await edit({ pronouns: 'she/her' })).toBe('she/her')
    expect(await edit({ darkModePreference: true })).toBe('she/her')
    expect((await dean.device.validateToken()).body.data.user.pronouns).toBe('she/her')
    expect(JSON.stringify((await dean.device.getMyData()).body)).toContain('"pronouns":"she/her"')
    expect(await edit({ pronouns: null })).toBeUndefined()
  })

  it('is described in the API reference', async () => {
    const document = JSON.stringify(openapi(routes, await schemaNames(routes)))
    for (const words of ['Motto of the organization', 'Purpose of the budget', 'Pronouns of the person'])
      expect(document).toContain(words)
  })
})
`,
}
