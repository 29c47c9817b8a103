import { describe, expect, it } from 'vitest'
import { OrganizationChange } from '../../functions/organizations/contract/bodies.ts'
import { OrganizationView } from '../../functions/organizations/contract/shapes.ts'
import { orgDecisions } from '../../lib/contract/organizations.ts'
import { Organization, OrganizationBody } from '../../lib/identity/org/records.ts'

const namesOf = (shape: object): readonly string[] => Object.keys(shape)

/** Keys, counters and marks that no view shows. */
const internal =
  'orgId nameKey look draftedCount eventCount eventsCounted deletedAt deletedBy deletionReason adminNotes version'.split(
    ' ',
  )

describe('the fields of an organization', () => {
  it('are shown, for administrators, or internal', () => {
    const known = new Set([...namesOf(OrganizationView.shape), ...namesOf(orgDecisions), ...internal])
    const stored = [...namesOf(Organization.shape), ...namesOf(OrganizationBody.shape)]
    expect(stored.filter((name) => !known.has(name))).toEqual([])
  })

  // rules/organizations 9
  it('are set or refused in a request, and never dropped silently', () => {
    const body = new Set(namesOf(OrganizationChange.shape))
    const asFile = 'org_profile_image'
    const ignored = namesOf(OrganizationView.shape).filter((name) => !body.has(name) && name !== asFile)
    expect(ignored).toEqual([])
  })
})
